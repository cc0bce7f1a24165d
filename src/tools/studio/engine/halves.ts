/** The two halves of pdf.js, as files that the page hands to the engine: a studio is written with those of the package that is installed. */
import { bytes as opening } from 'packed:pdfjs-dist/legacy/build/pdf.min.mjs';
import { bytes as reading } from 'packed:pdfjs-dist/legacy/build/pdf.worker.min.mjs';

export async function openingHalf(): Promise<unknown> {
  return imported(await opening());
}

export async function readingHalf(): Promise<unknown> {
  return imported(await reading());
}

async function imported(text: Uint8Array): Promise<unknown> {
  const address = URL.createObjectURL(new Blob([text as BlobPart], { type: 'text/javascript' }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}
