// Bundles the page into the Python package, the same bytes every time: node build.mjs [FOLDER]

import { build } from 'esbuild';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const target = path.resolve(process.argv[2] ?? path.join(here, '../src/drystone/view/web/page'));

await mkdir(target, { recursive: true });
await build({
  absWorkingDir: here, entryPoints: { page: 'source/main.js' }, outdir: target, bundle: true, minify: true,
  format: 'iife', target: ['es2022'], charset: 'ascii', legalComments: 'none', logLevel: 'warning',
  banner: { js: '/* drystone; with three.js and uPlot, see LICENSES.txt */', css: '/* drystone; with uPlot, see LICENSES.txt */' },
});
await copyFile(path.join(here, 'source/index.html'), path.join(target, 'index.html'));

const texts = ['The page holds parts of these libraries.'];
for (const name of ['three', 'uplot']) {
  const folder = path.join(here, 'node_modules', name);
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  texts.push(`${name} ${version}\n\n${(await readFile(path.join(folder, 'LICENSE'), 'utf8')).trim()}`);
}
await writeFile(path.join(target, 'LICENSES.txt'), `${texts.join('\n\n----\n\n')}\n`);
