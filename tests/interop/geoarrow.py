"""Reads an Arrow file of ours with geopandas, by the GeoArrow extension names. Prints what it read as JSON, or null without geopandas."""
import json
import os
import sys

import pyarrow as pa

try:
    import geopandas
except ImportError:
    geopandas = None

table = pa.ipc.open_file(os.path.join(sys.argv[-1], 'ours.arrow')).read_all()
if geopandas is None:
    print('null')
else:
    frame = geopandas.GeoDataFrame.from_arrow(table)
    print(json.dumps({
        'name': frame.geometry.name,
        'crs': frame.crs.to_authority() if frame.crs is not None else None,
        'wkt': [None if g is None else g.wkt for g in frame.geometry],
    }))
