package com.hadoop.compression.lzo;

/** The class that parquet-java loads for columns with LZO. The one of hadoop-lzo is under the GPL; this one uses aircompressor. */
public class LzoCodec extends io.airlift.compress.lzo.LzoCodec {}
