import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Copies the rows of a file to another with small pages, a page index, row groups of some tens of kilobytes, and Bloom filters for all
 * columns except BOOLEAN.
 */
final class Rewrite {
  private Rewrite() {}

  static void rewrite(Configuration configuration, String source, String target, WriterVersion version) throws Exception {
    MessageType schema;
    try (ParquetFileReader file = ParquetFileReader.open(HadoopInputFile.fromPath(new Path(source), configuration))) {
      schema = file.getFooter().getFileMetaData().getSchema();
    }
    ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new Path(target)).withConf(configuration)
        .withType(schema).withCompressionCodec(CompressionCodecName.SNAPPY).withWriterVersion(version)
        .withRowGroupSize(8_000L).withPageRowCountLimit(20)
        .withMinRowCountForPageSizeCheck(20);
    for (ColumnDescriptor column : schema.getColumns()) {
      String name = String.join(".", column.getPath());
      boolean filtered = column.getPath().length == 1
          && column.getPrimitiveType().getPrimitiveTypeName() != PrimitiveTypeName.BOOLEAN
          && !column.getPath()[0].contains(".");
      if (filtered) builder = builder.withBloomFilterEnabled(name, true).withBloomFilterNDV(name, 100);
    }
    try (ParquetWriter<Group> writer = builder.build();
        ParquetReader<Group> reader =
            ParquetReader.builder(new GroupReadSupport(), new Path(source)).withConf(configuration).build()) {
      for (Group row; (row = reader.read()) != null;) writer.write(row);
    }
  }
}
