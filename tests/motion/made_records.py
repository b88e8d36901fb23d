"""Small records of every format, written as the specifications say; nothing in them was ever recorded."""

from __future__ import annotations

import numpy as np

#: Accelerations of a made record in the unit of its format; 20 samples, the greatest is 30.5.
WAVE = np.round(30.5 * np.sin(np.linspace(0.0, 3.0 * np.pi, 20)) * np.hanning(20) / 0.98, 2)
WAVE[10] = -30.5


def rows(values, per_line, shape):
    """Lines of numbers in a Fortran-like shape."""
    cells = [shape.format(value) for value in values]
    return ["".join(cells[k:k + per_line]) for k in range(0, len(cells), per_line)]


def fortran(value, width, decimals, digits=1):
    """A number as old Fortran prints it: 1.5057E+0, -2.2223E-1."""
    text = f"{value:.{decimals}E}"
    mantissa, exponent = text.split("E")
    return f"{mantissa}E{int(exponent):+0{digits + 1}d}".rjust(width)


def at2(values=WAVE, dt="0.0100", count=None, unit="G", direction="67"):
    head = ["PEER NGA STRONG MOTION DATABASE RECORD", f"Nowhere, 1/1/2000, Made Station, {direction}",
            f"ACCELERATION TIME SERIES IN UNITS OF {unit}", f"NPTS=  {count or len(values)}, DT=   {dt} SEC,"]
    return "\n".join([*head, *rows(np.asarray(values) / 100.0, 5, "{:15.7E}")]) + "\n"


def esm(values=WAVE, dt="0.005000", count=None, kind="ACCELERATION", stream="HNE", unit="cm/s^2", pga=None):
    head = ["EVENT_NAME: MADE", "EVENT_ID: NONE-1", "NETWORK: XX", "STATION_CODE: MADE", f"SAMPLING_INTERVAL_S: {dt}",
            f"NDATA: {len(values) if count is None else count}", f"STREAM: {stream}", f"UNITS: {unit}",
            f"PGA_CM/S^2: {np.abs(values).max() if pga is None else pga:.6f}", f"DATA_TYPE: {kind}", "USER5: "]
    return "\n".join([*head, *(f"{v:.6f}" for v in values)]) + "\n"


def knet(values=WAVE, direction="N-S", scale="2000(gal)/8388608", seconds=None, rate="100Hz", offset=5000):
    counts = np.round(np.asarray(values) * 8388608 / 2000).astype(int) + offset
    length = (len(values) / 100) if seconds is None else seconds
    head = [("Origin Time", "2000/01/01 00:00:00"), ("Lat.", "38.1"), ("Long.", "142.9"), ("Depth. (km)", "24"),
            ("Mag.", "6.0"), ("Station Code", "MAD001"), ("Station Lat.", "38.7"), ("Station Long.", "141.0"),
            ("Station Height(m)", "40"), ("Record Time", "2000/01/01 00:00:15"), ("Sampling Freq(Hz)", rate),
            ("Duration Time(s)", f"{length:g}"), ("Dir.", direction), ("Scale Factor", scale),
            ("Max. Acc. (gal)", f"{np.abs(values).max():.3f}"),
            ("Last Correction", "2000/01/01 00:00:15"), ("Memo.", "")]
    return "\n".join([*(f"{key:<18}{value}" for key, value in head), *rows(counts, 8, "{:9d}")]) + "\n"


def csmip_v2(channels=(("90 Deg", WAVE), ("Up", 0.5 * WAVE), ("360 Deg", 0.8 * WAVE)), dt=".020"):
    lines = []
    for k, (label, values) in enumerate(channels, start=1):
        n = len(values)
        lines += [f"Corrected accelerogram   00001-S0001-00001.01       Chan  {k}: {label}     from",
                  "Uncorrected Accelerogram Data             Processed: 01/01/00", "MADE EARTHQUAKE", "", "00001",
                  "Station No. 00001", "Made Station", f"Chan  {k}: {label}", *[""] * 9,
                  f"Peak acceleration = {values[np.abs(values).argmax()]:10.3f}    cm/sec/sec  at   1.000   sec.",
                  *[""] * 7, *rows([0] * 100, 16, "{:5d}"), *rows([-999.0] * 100, 8, "{:10.5f}")]
        for what, unit in (("accel", "cm/sec2"), ("veloc", "cm/sec."), ("displ", "cm.")):
            lines += [f"{n:6d} points of {what} data equally spaced at  {dt} sec, in {unit}. (8f10.5)",
                      *rows(values, 8, "{:10.5f}")]
        lines.append(f"/&  ----------  End of data for channel  {k}  ----------")
    return "\n".join(lines) + "\n"


def csmip_v1(values=WAVE / 100.0, rate="200"):
    lines = ["Uncorrected Accelerogram Data             Processed: 01/01/00", "MADE", "", "00001", "Station No. 00001",
             "Made Station", "Chan  1: 360 Deg", *[""] * 4,
             f"Units of uncor data are sec and g .        Max  =   {np.abs(values).max():.3f} g , at  1.000 sec.", "",
             *rows([0] * 100, 16, "{:5d}"), *rows([0.0] * 50, 8, "{:10.5f}"),
             f" {len(values)} Accelerogram points at {rate} pts/sec in units of g .      Format: (8f9.6)",
             *rows(values, 8, "{:9.6f}"), "/&  ----------  End of Data for Channel  1  ----------"]
    return "\n".join(lines) + "\n"


def cosmos(values=WAVE, step_ms=10.0, label="340 deg", units="cm/sec2(04)", secs=None, channels=1, what="acceleration"):
    reals = [-999.0] * 100
    reals[61] = step_ms
    reals[63] = float(np.abs(values).max())
    approx = round(len(values) * step_ms / 1000.0) if secs is None else secs
    lines = []
    for k in range(1, channels + 1):
        lines += ["Corrected acceleration    (Format v01.20 with 13 text lines) Src: made", *["made"] * 7,
                  f"Sta Chan  {k}: {label} (Rcrdr Chan  {k}) Location: nowhere", *["made"] * 4,
                  " 100 Integer-header values follow on  10 lines, Format= (10I8)", *rows([-999] * 100, 10, "{:8d}"),
                  " 100 Real-header values follow on  17 lines, Format= (6F13.6)", *rows(reals, 6, "{:13.6f}"),
                  '  1 Comment line(s) follow, each starting with a "|":', "| made",
                  f"  {len(values)} {what} pts, approx  {approx} secs, units={units},Format=(8F10.5)",
                  *rows(values, 8, "{:10.5f}"), f"/&  ----------  End of data for channel  {k}  ----------"]
    return "\n".join(lines) + "\n"


def geonet(volume=2, components=("N28W", "S62W", "Up"), values=WAVE, dt="0.020", peak=None):
    lines = []
    for name in components:
        first = "Corrected" if volume == 2 else "Uncorrected"
        step = (f"Instrument corrected data at {dt} sec intervals" if volume == 2 else
                f"Raw readings in units of 1.00 mm/s/s  at intervals of {dt} s")
        top = np.abs(values).max() if peak is None else peak
        lines += [f"{first} accelerogram 20000101_000000_MADE_20 GNS Science", "Site MADE", "Made", "Instrument made",
                  "Resolution: 18-bit", "Accelerogram made", "nowhere", "2000 January 01", "Epicentre nowhere",
                  f"Number of points  {len(values)}    Duration 1.0 sec", step, "Filter", f"Component {name}",
                  f"Acceleration:  peak {top:9.1f} mm/s/s at  1.00 sec", "Velocity: peak 1.0 mm/s",
                  "Displacement:  peak 1.0 mm", *rows([0] * 40, 10, "{:8d}"), *rows([0.0] * 60, 10, "{:8.2f}")]
        for _ in range(3 if volume == 2 else 1):
            lines += rows(values, 10, "{:8.1f}")
    return "\n".join(lines) + "\n"


def smc(values=WAVE, rate=200.0, tilt=90, azimuth=45, kind="2 CORRECTED ACCELEROGRAM", count=None, pairs=False):
    integers = [-32768] * 48
    integers[12], integers[13], integers[15] = tilt, azimuth, 2
    flat = np.column_stack((np.arange(len(values)) / 128.0, values)).ravel() if pairs else np.asarray(values)
    integers[16] = len(flat) if count is None else count
    reals = [1.7e38] * 50
    reals[1] = 1.7e38 if pairs else rate
    reals[29], reals[31] = float(np.max(values)), float(np.min(values))
    head = [kind, "*", "MADE", "made", "made", f"station = Made   component=    {azimuth}", *["*"] * 5]
    lines = [*head, *rows(integers, 8, "{:10d}"),
             *("".join(fortran(v, 15, 7, 2) for v in reals[k:k + 5]) for k in range(0, 50, 5)), "|", "| made",
             *("".join(fortran(v, 10, 4) for v in flat[k:k + 8]) for k in range(0, len(flat), 8))]
    return "\n".join(lines) + "\n"


def kanai(length):
    """A synthetic quake in cm/s2, sampled every 0.02 s."""
    from drystone.motion import kanai_tajimi
    return 100.0 * kanai_tajimi(1, length, 0.02, 2.5, 0.6, 2.0, rise=1.0, strong=3.0, decay=1.0, low=0.5).accelerations
