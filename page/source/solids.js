// Faces of all blocks as one mesh: the place of each block comes from a texture, so a frame costs one upload.

import { BufferAttribute, BufferGeometry } from 'three';

/** Geometry from the part `solids`: corners once for each face, with what the shader needs to draw the outlines. */
export function mergeFaces(arrays) {
  const { vertex, normal, loop, loop_ptr: ptr, vertex_block: owner, vertex_node: nodes } = arrays;
  const faces = ptr.length - 1;
  let corners = 0;
  let triangles = 0;
  for (let f = 0; f < faces; f++) {
    const k = ptr[f + 1] - ptr[f];
    corners += k > 4 && !nodes ? k + 1 : k;
    triangles += k > 4 && !nodes ? k : Math.max(0, k - 2);
  }
  const mesh = {
    position: new Float32Array(3 * corners), normal: new Float32Array(3 * corners), edge: new Float32Array(3 * corners),
    id: new Float32Array(corners), node: nodes ? new Float32Array(corners) : null,
    index: new Uint32Array(3 * triangles), at: 0, triangle: 0,
  };
  for (let f = 0; f < faces; f++) addFace(mesh, vertex, normal, loop, owner, nodes, f, ptr[f], ptr[f + 1] - ptr[f]);
  const geometry = new BufferGeometry();
  for (const [name, size] of [['position', 3], ['normal', 3], ['edge', 3], ['id', 1], ['node', 1]]) {
    if (mesh[name]) geometry.setAttribute(name, new BufferAttribute(mesh[name], size));
  }
  geometry.setIndex(new BufferAttribute(mesh.index, 1));
  return geometry;
}

const QUAD = [[-1, -1, 2], [1, -1, 2], [1, 1, 2], [-1, 1, 2]];
const TRIANGLE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

function addFace(mesh, vertex, normal, loop, owner, nodes, face, first, k) {
  if (k < 3) return;
  const base = mesh.at;
  const middle = [0, 0, 0];
  const isFan = k > 4 && !nodes;
  for (let j = 0; j < k; j++) {
    const v = loop[first + j];
    const o = 3 * mesh.at;
    for (let c = 0; c < 3; c++) {
      mesh.position[o + c] = vertex[3 * v + c];
      mesh.normal[o + c] = normal[3 * face + c];
      middle[c] += vertex[3 * v + c] / k;
    }
    mesh.edge.set(k === 3 ? TRIANGLE[j] : k === 4 ? QUAD[j] : isFan ? [1, 0, 2] : [0, 0, 2], o);
    mesh.id[mesh.at] = owner[v];
    if (nodes) mesh.node[mesh.at] = nodes[v];
    mesh.at++;
  }
  if (isFan) {
    mesh.position.set(middle, 3 * mesh.at);
    for (let c = 0; c < 3; c++) mesh.normal[3 * mesh.at + c] = normal[3 * face + c];
    mesh.edge.set([0, 0, 2], 3 * mesh.at);
    mesh.id[mesh.at] = owner[loop[first]];
    mesh.at++;
    for (let j = 0; j < k; j++) addTriangle(mesh, base + k, base + j, base + ((j + 1) % k));
  } else {
    for (let j = 1; j < k - 1; j++) addTriangle(mesh, base, base + j, base + j + 1);
  }
}

function addTriangle(mesh, a, b, c) {
  mesh.index.set([a, b, c], mesh.triangle);
  mesh.triangle += 3;
}
