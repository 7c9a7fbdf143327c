package com.hadoop.compression.lzo;

/** The class that parquet-java asks for when a column has LZO. That of hadoop-lzo is GPL; this one is of aircompressor. */
public class LzoCodec extends io.airlift.compress.lzo.LzoCodec {}
