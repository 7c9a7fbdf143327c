/** Converts errors to messages. A structured clone would lose the class and code of a ParquetError. */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { SentError } from './messages.js';

export function sendError(error: unknown): SentError {
  if (isParquetError(error)) {
    return { name: error.name, message: error.reason, code: error.code, at: error.at };
  }
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: 'Error', message: String(error) };
}

export function receiveError({ code, at, name, message }: SentError): Error {
  if (code !== undefined) return new ParquetError(code, message, at);
  const error = new Error(message);
  error.name = name;
  return error;
}
