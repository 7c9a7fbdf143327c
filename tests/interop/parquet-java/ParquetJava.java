import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type.Repetition;

/** Runs parquet-java as a judge, and writes the fixtures with LZO and with bounds of every type. In this folder, with Maven and Java 17:
 *
 *   mvn -q compile dependency:copy-dependencies
 *   export MARQUETRY_PARQUET_JAVA="$PWD/target/classes:$PWD/target/dependency/*"     # for tests/interop
 *   java -cp "$MARQUETRY_PARQUET_JAVA" ParquetJava write ../../fixtures/parquet-java
 *
 * `rewrite IN OUT 1|2` writes the rows of a file, with pages of that version, a page index and Bloom filters.
 * `read FILE...` prints a line "# FILE" and one line per row: {name=value,...}, repeated fields as [..], missing ones as null.
 */
public class ParquetJava {
  public static void main(String[] arguments) throws Exception {
    Configuration configuration = new Configuration();
    // Do not write checksum files.
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    if (arguments[0].equals("write")) {
      String folder = arguments[1] + "/";
      write(configuration, folder + "lzo-v1.parquet", WriterVersion.PARQUET_1_0, true, 1_000);
      write(configuration, folder + "lzo-v2.parquet", WriterVersion.PARQUET_2_0, true, 1_000);
      // Pages above 256 KiB, the size of a group of aircompressor.
      write(configuration, folder + "lzo-groups.parquet", WriterVersion.PARQUET_1_0, false, 40_000);
      Bounds.write(configuration, folder + "bounds.parquet");
    } else if (arguments[0].equals("rewrite")) {
      WriterVersion version = arguments[3].equals("1") ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
      Rewrite.rewrite(configuration, arguments[1], arguments[2], version);
    } else {
      for (int i = 1; i < arguments.length; i++) read(configuration, arguments[i]);
    }
  }

  private static void write(Configuration configuration, String path, WriterVersion version, boolean dictionary, int rows)
      throws Exception {
    MessageType schema = MessageTypeParser.parseMessageType(
        "message m { required int64 id; optional binary name (STRING); required double x; repeated int32 n; }");
    try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Path(path)).withConf(configuration)
        .withType(schema).withCompressionCodec(CompressionCodecName.LZO).withWriterVersion(version)
        .withDictionaryEncoding(dictionary).withPageSize(1 << 24).withPageRowCountLimit(1 << 20).build()) {
      for (int i = 0; i < rows; i++) {
        Group row = new SimpleGroup(schema);
        row.add("id", i * 7919L % 1000);
        if (i % 5 != 0) row.add("name", "name " + i % 13);
        row.add("x", i % 100 / 4.0);
        for (int k = 0; k < i % 4; k++) row.add("n", i % 50 + k);
        writer.write(row);
      }
    }
  }

  private static void read(Configuration configuration, String path) {
    StringBuilder out = new StringBuilder("# " + path + "\n");
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), new Path(path)).withConf(configuration).build()) {
      for (Group row; (row = reader.read()) != null;) {
        print(row, out);
        out.append('\n');
      }
    } catch (Throwable error) {
      out.append("! ").append(error.toString().replace('\n', ' ')).append('\n');
    }
    new PrintStream(System.out, true, StandardCharsets.UTF_8).print(out);
  }

  private static void print(Group group, StringBuilder out) {
    GroupType type = group.getType();
    out.append('{');
    for (int field = 0; field < type.getFieldCount(); field++) {
      boolean repeated = type.getType(field).isRepetition(Repetition.REPEATED);
      int count = group.getFieldRepetitionCount(field);
      out.append(field == 0 ? "" : ",").append(type.getFieldName(field)).append('=').append(repeated ? "[" : "");
      if (!repeated && count == 0) out.append("null");
      for (int i = 0; i < count; i++) {
        if (i > 0) out.append(',');
        if (type.getType(field).isPrimitive()) out.append(group.getValueToString(field, i));
        else print(group.getGroup(field, i), out);
      }
      out.append(repeated ? "]" : "");
    }
    out.append('}');
  }
}
