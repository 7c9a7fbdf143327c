//! Reads and writes VARIANT columns with arrow-rs.
//!
//!   judge read FILE                    prints a line of JSON per row of column `v`
//!   judge write FILE LINES SHREDDING   writes the JSON lines as column `v`, shredded: none, int32, string, array, object
use std::{env, error::Error, fs, fs::File, io::Write, sync::Arc};

use arrow::array::{ArrayRef, RecordBatch, StringArray};
use arrow::datatypes::{DataType, Field, Schema};
use parquet::arrow::{arrow_reader::ParquetRecordBatchReaderBuilder, ArrowWriter};
use parquet_variant_compute::{json_to_variant, shred_variant, unshred_variant, VariantArray};
use parquet_variant_json::VariantToJson;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().collect();
    match args[1].as_str() {
        "read" => read(&args[2]),
        "write" => write(&args[2], &args[3], &args[4]),
        other => Err(format!("unknown command {other}").into()),
    }
}

fn read(path: &str) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for batch in ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?.build()? {
        let batch = batch?;
        let stored = VariantArray::try_new(batch.column_by_name("v").ok_or("no column v")?)?;
        let variants = unshred_variant(&stored)?;
        for row in 0..variants.len() {
            match variants.is_null(row) {
                true => writeln!(out, "absent")?,
                false => writeln!(out, "{}", variants.try_value(row)?.to_json_string()?)?,
            }
        }
    }
    Ok(())
}

fn write(path: &str, lines: &str, shredding: &str) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(lines)?;
    let json: ArrayRef = Arc::new(StringArray::from_iter_values(text.lines()));
    let whole = json_to_variant(&json)?;
    let variants = match typed(shredding)? {
        Some(of) => shred_variant(&whole, &of)?,
        None => whole,
    };
    let schema = Arc::new(Schema::new(vec![variants.field("v")]));
    let batch = RecordBatch::try_new(schema.clone(), vec![ArrayRef::from(variants)])?;
    let mut writer = ArrowWriter::try_new(File::create(path)?, schema, None)?;
    writer.write(&batch)?;
    writer.close()?;
    Ok(())
}

fn typed(shredding: &str) -> Result<Option<DataType>, Box<dyn Error>> {
    let list = |of: DataType| DataType::List(Arc::new(Field::new("element", of, true)));
    let fields = |of: Vec<(&str, DataType)>| {
        DataType::Struct(of.into_iter().map(|(name, of)| Field::new(name, of, true)).collect())
    };
    Ok(match shredding {
        "none" => None,
        "int32" => Some(DataType::Int32),
        "string" => Some(DataType::Utf8),
        "array" => Some(list(DataType::Float64)),
        "object" => {
            let user = fields(vec![("a", DataType::Utf8), ("b", list(DataType::Int32))]);
            Some(fields(vec![("id", DataType::Int32), ("user", user)]))
        }
        other => return Err(format!("unknown shredding {other}").into()),
    })
}
