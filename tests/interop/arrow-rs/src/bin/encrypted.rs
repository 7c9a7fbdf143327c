//! Reads and writes encrypted files with arrow-rs.
//!
//!   encrypted read MANIFEST    prints `# PATH`, a line per row or `! ERROR` for each file of the manifest
//!   encrypted write MANIFEST   writes the files; prints `# PATH`, and `! ERROR` for files that cannot be written
//!
//! The manifest is described in tests/interop/encrypted-manifest.ts.
use std::{env, error::Error, fs, fs::File, fmt::Write, sync::Arc};

use arrow::array::{Array, ArrayRef, Float64Array, Int32Builder, Int64Array, ListBuilder, RecordBatch, StringArray};
use arrow::datatypes::{DataType, Field, Schema};
use arrow::util::display::{ArrayFormatter, FormatOptions};
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::encryption::{decrypt::FileDecryptionProperties, encrypt::FileEncryptionProperties};
use parquet::file::metadata::PageIndexPolicy;
use parquet::file::properties::{WriterProperties, WriterVersion};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Entry<'a> {
    path: &'a str,
    footer_key: Vec<u8>,
    prefix: &'a str,
    stores_prefix: bool,
    columns: Vec<(&'a str, Vec<u8>)>,
    others: &'a str,
    footer: &'a str,
    algorithm: &'a str,
    page_version: &'a str,
    codec: &'a str,
}

fn entry(line: &str) -> Entry<'_> {
    let fields: Vec<&str> = line.split('\t').collect();
    let columns = fields[4].split(';').filter(|of| !of.is_empty()).map(|of| {
        let (path, key) = of.split_once('=').expect("path=key");
        (path, bytes(key))
    });
    Entry {
        path: fields[0],
        footer_key: bytes(fields[1]),
        prefix: fields[2],
        stores_prefix: fields[3] == "stored",
        columns: columns.collect(),
        others: fields[5],
        footer: fields[6],
        algorithm: fields[7],
        page_version: fields[8],
        codec: fields[9],
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal")).collect()
}

fn main() -> Result<()> {
    let args: Vec<String> = env::args().collect();
    let manifest = fs::read_to_string(&args[2])?;
    for line in manifest.lines() {
        let entry = entry(line);
        println!("# {}", entry.path);
        let done = match args[1].as_str() {
            "read" => read(&entry),
            "write" => write(&entry).map(|()| String::new()),
            other => Err(format!("unknown command {other}").into()),
        };
        match done {
            Ok(text) => print!("{text}"),
            Err(error) => println!("! {}", error.to_string().replace('\n', " ")),
        }
    }
    Ok(())
}

fn read(entry: &Entry) -> Result<String> {
    let mut properties = FileDecryptionProperties::builder(entry.footer_key.clone());
    for (path, key) in &entry.columns {
        properties = properties.with_column_key(path, key.clone());
    }
    if !entry.prefix.is_empty() {
        properties = properties.with_aad_prefix(entry.prefix.as_bytes().to_vec());
    }
    let options = ArrowReaderOptions::new()
        .with_file_decryption_properties(properties.build()?)
        .with_page_index_policy(PageIndexPolicy::Required);
    let mut text = String::new();
    for batch in ParquetRecordBatchReaderBuilder::try_new_with_options(File::open(entry.path)?, options)?.build()? {
        let batch = batch?;
        let format = FormatOptions::default().with_null("null");
        let columns = ["id", "name", "n", "x"].map(|name| batch.column_by_name(name).expect("a column"));
        let formatters = columns.map(|column| ArrayFormatter::try_new(column.as_ref(), &format).expect("a text"));
        for row in 0..batch.num_rows() {
            let [id, name, n, x] = formatters.each_ref().map(|formatter| formatter.value(row).to_string());
            writeln!(text, "{id}|{name}|{n}|{x}")?;
        }
    }
    Ok(text)
}

fn write(entry: &Entry) -> Result<()> {
    if entry.algorithm != "AES_GCM_V1" {
        return Err(format!("no {}", entry.algorithm).into());
    }
    if entry.others == "footer" && !entry.columns.is_empty() {
        return Err("columns have keys of their own, or the footer key, not both".into());
    }
    let mut properties = FileEncryptionProperties::builder(entry.footer_key.clone())
        .with_plaintext_footer(entry.footer == "plaintext")
        .with_aad_prefix_storage(entry.stores_prefix);
    for (path, key) in &entry.columns {
        properties = properties.with_column_key(path, key.clone());
    }
    if !entry.prefix.is_empty() {
        properties = properties.with_aad_prefix(entry.prefix.as_bytes().to_vec());
    }
    let writer_properties = WriterProperties::builder()
        .with_file_encryption_properties(properties.build()?)
        .set_writer_version(if entry.page_version == "1" { WriterVersion::PARQUET_1_0 } else { WriterVersion::PARQUET_2_0 })
        .set_compression(match entry.codec {
            "UNCOMPRESSED" => Compression::UNCOMPRESSED,
            "SNAPPY" => Compression::SNAPPY,
            _ => Compression::ZSTD(ZstdLevel::default()),
        })
        .set_data_page_row_count_limit(50)
        .set_write_batch_size(25)
        .set_max_row_group_row_count(Some(120))
        .build();
    let mut lists = ListBuilder::new(Int32Builder::new()).with_field(Field::new("element", DataType::Int32, false));
    for i in 0..300 {
        if i % 4 != 0 {
            lists.values().append_value(i);
            lists.values().append_value(i + 1);
        }
        lists.append(true);
    }
    let columns: Vec<(&str, ArrayRef, bool)> = vec![
        ("id", Arc::new(Int64Array::from_iter_values(0..300)), false),
        ("name", Arc::new(StringArray::from_iter((0..300).map(|i| (i % 3 != 0).then(|| format!("name {}", i % 50))))), true),
        ("n", Arc::new(lists.finish()), false),
        ("x", Arc::new(Float64Array::from_iter_values((0..300).map(|i| f64::from(i) + 0.5))), false),
    ];
    let fields: Vec<Field> = columns.iter().map(|(name, of, null)| Field::new(*name, of.data_type().clone(), *null)).collect();
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(schema.clone(), columns.into_iter().map(|(_, of, _)| of).collect())?;
    let mut writer = ArrowWriter::try_new(File::create(entry.path)?, schema, Some(writer_properties))?;
    writer.write(&batch)?;
    writer.close()?;
    Ok(())
}
