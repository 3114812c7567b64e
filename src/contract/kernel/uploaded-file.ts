/** A file in a multipart body, as a schema. */
import * as z from 'zod';
import type { UploadedFile } from './operation.ts';

function isUploadedFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'size' in value;
}

/** A file that must be given; without one the field's error is `requiredMessage`. An empty file input counts as none. */
export function uploadedFile(requiredMessage: string) {
  return z
    .custom<UploadedFile>(isUploadedFile, requiredMessage)
    .meta({ type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' });
}
