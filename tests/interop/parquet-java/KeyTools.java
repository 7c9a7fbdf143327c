import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.crypto.keytools.KeyToolkit;
import org.apache.parquet.crypto.keytools.LocalWrapKmsClient;
import org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Reads and writes files with the key tools of parquet-java and its LocalWrapKmsClient. ParquetJava.java explains how to install it.
 *
 *   java -cp CLASSPATH KeyTools write FOLDER   writes a file per combination of wrapping, storage and key length
 *   java -cp CLASSPATH KeyTools read FOLDER    prints a line of JSON per Parquet file: {"name", "rows"}; ends with the error of the first that it cannot read
 */
public class KeyTools {
  /** Its master keys are the ids, repeated to 16 bytes. */
  public static class MasterKeys extends LocalWrapKmsClient {
    @Override
    protected byte[] getMasterKeyFromServer(String id) {
      return id.repeat(16).substring(0, 16).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    protected void initializeInternal() {}
  }

  public static void main(String[] arguments) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    configuration.set("parquet.crypto.factory.class", PropertiesDrivenCryptoFactory.class.getName());
    configuration.set(KeyToolkit.KMS_CLIENT_CLASS_PROPERTY_NAME, MasterKeys.class.getName());
    configuration.set(KeyToolkit.KEY_ACCESS_TOKEN_PROPERTY_NAME, "token");
    if (arguments[0].equals("write")) {
      for (int bits : new int[] {128, 192, 256}) {
        for (boolean isDouble : new boolean[] {true, false}) {
          for (boolean isInternal : new boolean[] {true, false}) write(configuration, arguments[1], bits, isDouble, isInternal);
        }
      }
      return;
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    File[] files = new File(arguments[1]).listFiles((folder, name) -> name.endsWith(".parquet"));
    Arrays.sort(files);
    for (File file : files) {
      StringBuilder text = new StringBuilder();
      Path path = new Path(file.getPath());
      try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), path).withConf(configuration).build()) {
        for (Group row; (row = reader.read()) != null;) {
          text.append(text.length() == 0 ? "" : ",").append("{\"id\":").append(row.getLong("id", 0)).append(",\"name\":\"")
              .append(row.getString("name", 0)).append("\",\"x\":").append(row.getDouble("x", 0)).append('}');
        }
      }
      out.println("{\"name\":\"" + file.getName() + "\",\"rows\":[" + text + "]}");
    }
  }

  private static void write(Configuration shared, String folder, int bits, boolean isDouble, boolean isInternal) throws Exception {
    Configuration configuration = new Configuration(shared);
    configuration.set(PropertiesDrivenCryptoFactory.FOOTER_KEY_PROPERTY_NAME, "kf");
    configuration.set(PropertiesDrivenCryptoFactory.COLUMN_KEYS_PROPERTY_NAME, "kc1:name;kc2:x");
    configuration.setInt(KeyToolkit.DATA_KEY_LENGTH_PROPERTY_NAME, bits);
    configuration.setInt(KeyToolkit.KEK_LENGTH_PROPERTY_NAME, bits);
    configuration.setBoolean(KeyToolkit.DOUBLE_WRAPPING_PROPERTY_NAME, isDouble);
    configuration.setBoolean(KeyToolkit.KEY_MATERIAL_INTERNAL_PROPERTY_NAME, isInternal);
    String name = bits + (isDouble ? "-double" : "-single") + (isInternal ? "-internal" : "-external") + ".parquet";
    MessageType schema = MessageTypeParser.parseMessageType(
        "message m { required int64 id; required binary name (STRING); required double x; }");
    try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Path(folder, name)).withConf(configuration)
        .withType(schema).build()) {
      for (int i = 0; i < 100; i++) {
        Group row = new SimpleGroup(schema);
        row.add("id", (long) i);
        row.add("name", "name " + i % 9);
        row.add("x", i / 2.0);
        writer.write(row);
      }
    }
  }
}
