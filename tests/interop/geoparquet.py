"""Reads a GeoParquet file with geopandas, and writes it again as `theirs.parquet`. Prints what it read as JSON.

Prints null without geopandas.
"""
import json
import os
import sys

try:
    import geopandas
except ImportError:
    geopandas = None

path = os.path.join(sys.argv[-1], 'ours.parquet')
if geopandas is None:
    print('null')
else:
    frame = geopandas.read_parquet(path)
    frame.to_parquet(sys.argv[-2], schema_version='1.1.0', write_covering_bbox=True)
    print(json.dumps({
        'name': frame.geometry.name,
        'crs': frame.crs.to_authority() if frame.crs is not None else None,
        'bounds': list(frame.total_bounds),
        'wkt': [None if g is None else g.wkt for g in frame.geometry],
    }))
