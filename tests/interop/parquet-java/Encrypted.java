import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.crypto.ColumnDecryptionProperties;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Reads and writes encrypted files with parquet-java. ParquetJava.java explains how to install it.
 *
 *   java -cp CLASSPATH Encrypted read MANIFEST    prints `# PATH`, a line per row, and `? A B` or `! ERROR` for each file of the manifest
 *   java -cp CLASSPATH Encrypted write MANIFEST   writes the files; prints `# PATH`, and `! ERROR` for files that cannot be written
 *
 * A and B are the numbers of rows found by filters that use the page index and the Bloom filters. tests/interop/encrypted-manifest.ts describes the
 * manifest.
 */
public class Encrypted {
  public static void main(String[] arguments) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line : Files.readAllLines(Paths.get(arguments[1]))) {
      String[] entry = line.split("\t", -1);
      StringBuilder text = new StringBuilder("# " + entry[0] + "\n");
      try {
        if (arguments[0].equals("read")) read(configuration, entry, text);
        else write(configuration, entry);
      } catch (Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        text.append("! ").append(cause.toString().replace('\n', ' ')).append('\n');
      }
      out.print(text);
    }
  }

  private static void read(Configuration configuration, String[] entry, StringBuilder text) throws Exception {
    try (ParquetReader<Group> reader = open(configuration, entry, null)) {
      for (Group row; (row = reader.read()) != null;) {
        text.append(row.getLong("id", 0)).append('|');
        text.append(row.getFieldRepetitionCount("name") == 0 ? "null" : row.getString("name", 0)).append("|[");
        Group list = row.getGroup("n", 0);
        for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
          text.append(i == 0 ? "" : ", ").append(list.getGroup(0, i).getInteger(0, 0));
        }
        text.append("]|").append(row.getDouble("x", 0)).append('\n');
      }
    }
    int found = count(configuration, entry, FilterApi.eq(FilterApi.longColumn("id"), 123L));
    // Within the bounds of the pages, so only the Bloom filter can exclude it.
    int absent = count(configuration, entry, FilterApi.eq(FilterApi.binaryColumn("name"), Binary.fromString("name 2x")));
    text.append("? ").append(found).append(' ').append(absent).append('\n');
  }

  private static int count(Configuration configuration, String[] entry, FilterPredicate filter) throws Exception {
    int count = 0;
    try (ParquetReader<Group> reader = open(configuration, entry, filter)) {
      while (reader.read() != null) count++;
    }
    return count;
  }

  private static ParquetReader<Group> open(Configuration configuration, String[] entry, FilterPredicate filter)
      throws Exception {
    FileDecryptionProperties.Builder properties = FileDecryptionProperties.builder().withFooterKey(bytes(entry[1]));
    Map<ColumnPath, ColumnDecryptionProperties> columns = new HashMap<>();
    for (Map.Entry<String, byte[]> column : columns(entry).entrySet()) {
      ColumnPath path = ColumnPath.fromDotString(column.getKey());
      columns.put(path, ColumnDecryptionProperties.builder(path).withKey(column.getValue()).build());
    }
    if (!columns.isEmpty()) properties = properties.withColumnKeys(columns);
    if (!entry[2].isEmpty()) properties = properties.withAADPrefix(entry[2].getBytes(StandardCharsets.UTF_8));
    ParquetReader.Builder<Group> builder = ParquetReader.builder(new GroupReadSupport(), new Path(entry[0]))
        .withConf(configuration).withDecryption(properties.build());
    return (filter == null ? builder : builder.withFilter(FilterCompat.get(filter))).build();
  }

  private static void write(Configuration configuration, String[] entry) throws Exception {
    FileEncryptionProperties.Builder properties = FileEncryptionProperties.builder(bytes(entry[1]))
        .withAlgorithm(ParquetCipher.valueOf(entry[7]));
    if (!entry[2].isEmpty()) properties = properties.withAADPrefix(entry[2].getBytes(StandardCharsets.UTF_8));
    if (entry[3].equals("supplied")) properties = properties.withoutAADPrefixStorage();
    if (entry[6].equals("plaintext")) properties = properties.withPlaintextFooter();
    Map<ColumnPath, ColumnEncryptionProperties> columns = new HashMap<>();
    for (Map.Entry<String, byte[]> column : columns(entry).entrySet()) {
      ColumnPath path = ColumnPath.fromDotString(column.getKey());
      columns.put(path, ColumnEncryptionProperties.builder(path).withKey(column.getValue()).build());
    }
    if (!columns.isEmpty() && entry[5].equals("footer")) {
      for (String name : new String[] {"id", "name", "n.list.element", "x"}) {
        ColumnPath path = ColumnPath.fromDotString(name);
        columns.putIfAbsent(path, ColumnEncryptionProperties.builder(path).build());
      }
    }
    if (!columns.isEmpty()) properties = properties.withEncryptedColumns(columns);
    MessageType schema = MessageTypeParser.parseMessageType("message m { required int64 id; optional binary name (STRING);"
        + " required group n (LIST) { repeated group list { required int32 element; } } required double x; }");
    try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Path(entry[0])).withConf(configuration)
        .withType(schema).withCompressionCodec(CompressionCodecName.valueOf(entry[9]))
        .withWriterVersion(entry[8].equals("1") ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
        .withEncryption(properties.build()).withPageRowCountLimit(50).withMinRowCountForPageSizeCheck(20)
        .withRowGroupSize(4_000L).withPageWriteChecksumEnabled(true)
        .withBloomFilterEnabled("id", true).withBloomFilterNDV("id", 300)
        .withBloomFilterEnabled("name", true).withBloomFilterNDV("name", 50).build()) {
      for (int i = 0; i < 300; i++) {
        Group row = new SimpleGroup(schema);
        row.add("id", (long) i);
        if (i % 3 != 0) row.add("name", "name " + i % 50);
        Group list = row.addGroup("n");
        for (int k = 0; i % 4 != 0 && k < 2; k++) list.addGroup("list").add("element", i + k);
        row.add("x", i + 0.5);
        writer.write(row);
      }
    }
  }

  private static Map<String, byte[]> columns(String[] entry) {
    Map<String, byte[]> keys = new HashMap<>();
    for (String column : entry[4].split(";")) {
      int at = column.indexOf('=');
      if (at > 0) keys.put(column.substring(0, at), bytes(column.substring(at + 1)));
    }
    return keys;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
