import java.math.BigInteger;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes a column of every type for which parquet-java writes bounds, in three pages with a ColumnIndex; some values are null. */
class Bounds {
  private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(String.join("\n", "message m {",
      "optional boolean BOOLEAN;",
      "optional int32 INT8 (INTEGER(8,true)); optional int32 INT16 (INTEGER(16,true));",
      "optional int32 INT32; optional int64 INT64;",
      "optional int32 UINT8 (INTEGER(8,false)); optional int32 UINT16 (INTEGER(16,false));",
      "optional int32 UINT32 (INTEGER(32,false)); optional int64 UINT64 (INTEGER(64,false));",
      "optional int32 DATE (DATE); optional int32 TIME_MILLIS (TIME(MILLIS,true));",
      "optional int64 TIME_MICROS (TIME(MICROS,true)); optional int64 TIMESTAMP_MILLIS (TIMESTAMP(MILLIS,true));",
      "optional int64 TIMESTAMP_MICROS (TIMESTAMP(MICROS,true)); optional int64 TIMESTAMP_NANOS (TIMESTAMP(NANOS,false));",
      "optional float FLOAT; optional double DOUBLE; optional double DOUBLE_OF_ZEROS;",
      "optional fixed_len_byte_array(2) FLOAT16 (FLOAT16);",
      "optional int32 DECIMAL_INT32 (DECIMAL(9,2)); optional int64 DECIMAL_INT64 (DECIMAL(18,2));",
      "optional fixed_len_byte_array(9) DECIMAL_FIXED (DECIMAL(20,2)); optional binary DECIMAL_BINARY (DECIMAL(20,2));",
      "optional binary STRING (STRING); optional binary ENUM (ENUM); optional binary JSON (JSON); optional binary BSON (BSON);",
      "optional binary BYTE_ARRAY; optional binary LONG_STRING (STRING); optional binary LONG_BYTE_ARRAY;",
      "optional fixed_len_byte_array(5) FIXED_LEN_BYTE_ARRAY; optional fixed_len_byte_array(16) UUID (UUID); }"));

  // UTF-16 and UTF-8 sort U+FF5E and U+1F600 in opposite orders.
  private static final String[] UNITS =
      {"a", "z", "\u007f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uff5e", "\ud83d\ude00", "\udbff\udfff"};
  private static final int[] BYTES = {0, 1, 0x7f, 0x80, 0xff};
  // -2, -0.0, 0.0, the least subnormal, 1, 65504, infinity.
  private static final int[] HALVES = {0xc000, 0x8000, 0x0000, 0x0001, 0x3c00, 0x7bff, 0x7c00};

  private final Random random = new Random(1);

  static void write(Configuration configuration, String path) throws Exception {
    Bounds bounds = new Bounds();
    try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Path(path)).withConf(configuration)
        .withType(SCHEMA).withWriterVersion(WriterVersion.PARQUET_1_0).withDictionaryEncoding(false)
        .withPageRowCountLimit(30).withMinRowCountForPageSizeCheck(1).build()) {
      for (int row = 0; row < 90; row++) writer.write(bounds.row());
    }
  }

  private Group row() {
    Group row = new SimpleGroup(SCHEMA);
    for (int field = 0; field < SCHEMA.getFieldCount(); field++) {
      if (random.nextInt(7) == 0) continue;
      String name = SCHEMA.getFieldName(field);
      switch (SCHEMA.getType(field).asPrimitiveType().getPrimitiveTypeName()) {
        case BOOLEAN -> row.add(field, random.nextBoolean());
        case INT32 -> row.add(field, int32(name));
        case INT64 -> row.add(field, int64(name));
        case FLOAT -> row.add(field, random.nextInt(5) == 0 ? -0f : random.nextFloat() * 1000 - 500);
        case DOUBLE -> row.add(field, name.equals("DOUBLE") ? random.nextGaussian() * 1e300 : random.nextBoolean() ? 0.0 : -0.0);
        default -> row.add(field, binary(name));
      }
    }
    return row;
  }

  private int int32(String name) {
    return switch (name) {
      case "INT8" -> (byte) random.nextInt();
      case "INT16" -> (short) random.nextInt();
      case "UINT8" -> random.nextInt(1 << 8);
      case "UINT16" -> random.nextInt(1 << 16);
      // Days of the years 1 to 9999, the range of Python's dates.
      case "DATE" -> random.nextInt(2_932_896 + 719_162) - 719_162;
      case "TIME_MILLIS" -> random.nextInt(86_400_000);
      case "DECIMAL_INT32" -> random.nextInt(1_999_999_999) - 999_999_999;
      default -> random.nextInt();
    };
  }

  private long int64(String name) {
    return switch (name) {
      case "TIME_MICROS" -> (long) (random.nextDouble() * 86_400_000_000L);
      case "TIMESTAMP_MILLIS" -> random.nextLong() % 62_135_596_800_000L;
      case "TIMESTAMP_MICROS" -> random.nextLong() % 62_135_596_800_000_000L;
      case "DECIMAL_INT64" -> random.nextLong() % 1_000_000_000_000_000_000L;
      default -> random.nextLong();
    };
  }

  private Binary binary(String name) {
    return switch (name) {
      case "FLOAT16" -> {
        int half = HALVES[random.nextInt(HALVES.length)];
        yield Binary.fromConstantByteArray(new byte[] {(byte) half, (byte) (half >> 8)});
      }
      case "DECIMAL_FIXED" -> Binary.fromConstantByteArray(padded(decimal().toByteArray(), 9));
      case "DECIMAL_BINARY" -> Binary.fromConstantByteArray(decimal().toByteArray());
      case "STRING", "ENUM", "JSON" -> Binary.fromString(text(random.nextInt(6)));
      case "LONG_STRING" -> Binary.fromString("\uff5e".repeat(20) + text(40));
      case "LONG_BYTE_ARRAY" -> Binary.fromConstantByteArray(bytes(100));
      case "FIXED_LEN_BYTE_ARRAY" -> Binary.fromConstantByteArray(bytes(5));
      case "UUID" -> Binary.fromConstantByteArray(bytes(16));
      default -> Binary.fromConstantByteArray(bytes(random.nextInt(9)));
    };
  }

  private BigInteger decimal() {
    return new BigInteger(random.nextInt(66), random).multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1));
  }

  private static byte[] padded(byte[] value, int width) {
    byte[] bytes = new byte[width];
    java.util.Arrays.fill(bytes, (byte) (value[0] < 0 ? -1 : 0));
    System.arraycopy(value, 0, bytes, width - value.length, value.length);
    return bytes;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) bytes[i] = (byte) BYTES[random.nextInt(BYTES.length)];
    return bytes;
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) text.append(UNITS[random.nextInt(UNITS.length)]);
    return text.toString();
  }
}
