/** Folders and archives of the reader's disk, as far as the browser opens them. */
import { unzipSync, zipSync } from 'fflate';
import type { NamedFile } from './case-folder.js';

/** A folder that the reader let the page write to. */
export interface FolderHandle {
  readonly kind: 'directory';
  readonly name: string;
  values(): AsyncIterable<FolderHandle | FileHandle>;
  getDirectoryHandle(name: string, options: { readonly create: boolean }): Promise<FolderHandle>;
  getFileHandle(name: string, options: { readonly create: boolean }): Promise<FileHandle>;
}

interface FileHandle {
  readonly kind: 'file';
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<{ write(bytes: Blob): Promise<void>; close(): Promise<void> }>;
}

interface Chooser {
  readonly showDirectoryPicker?: (options: { readonly mode: 'readwrite' }) => Promise<FolderHandle>;
}

/** Bytes of an archive that is opened, unpacked. */
const MOST_UNPACKED = 500_000_000;

/** Whether the browser lets a page write into a folder. */
export function canWriteFolders(): boolean {
  return (globalThis as Chooser).showDirectoryPicker !== undefined;
}

/** Asks the reader for a folder; undefined where they chose none. */
export async function chooseFolder(): Promise<FolderHandle | undefined> {
  try {
    return await (globalThis as Chooser).showDirectoryPicker?.({ mode: 'readwrite' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** All files of a folder and those in it, hidden ones left out. */
export async function filesIn(folder: FolderHandle, path = ''): Promise<readonly NamedFile[]> {
  const files: NamedFile[] = [];
  for await (const entry of folder.values()) {
    if (entry.name.startsWith('.')) continue;
    const own = `${path}${entry.name}`;
    if (entry.kind === 'file') files.push({ path: own, bytes: await entry.getFile() });
    else files.push(...(await filesIn(entry, `${own}/`)));
  }
  return files;
}

/** Writes files into a folder; folders on the way are made. */
export async function writeInto(root: FolderHandle, files: readonly NamedFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await file.write(bytes);
    await file.close();
  }
}

/** The files that were dropped, with those in folders that were; to be called while the event lasts. */
export async function droppedFiles({ items }: DataTransfer): Promise<readonly NamedFile[]> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: NamedFile[] = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory) files.push(...(await filesUnder(entry as FileSystemDirectoryEntry)));
    else if (file) files.push({ path: file.name, bytes: file });
  }
  return files;
}

async function filesUnder(folder: FileSystemDirectoryEntry, path = ''): Promise<readonly NamedFile[]> {
  const files: NamedFile[] = [];
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const own = `${path}${entry.name}`;
      if (entry.isDirectory) files.push(...(await filesUnder(entry as FileSystemDirectoryEntry, `${own}/`)));
      else files.push({ path: own, bytes: await fileOf(entry as FileSystemFileEntry) });
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Files as an archive. */
export async function zipped(files: readonly NamedFile[]): Promise<Blob> {
  const entries = await Promise.all(
    files.map(async ({ path, bytes }) => [path, new Uint8Array(await bytes.arrayBuffer())] as const),
  );
  return new Blob([zipSync(Object.fromEntries(entries)) as BlobPart], { type: 'application/zip' });
}

/** The files of an archive. @throws Error it is no archive, or too large */
export async function unzipped(archive: Blob): Promise<readonly NamedFile[]> {
  let bytes = 0;
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()), {
    filter({ name, originalSize }) {
      bytes += originalSize;
      if (bytes > MOST_UNPACKED)
        throw new Error(`The archive has more than ${MOST_UNPACKED / 1_000_000} MB.`);
      return !name.endsWith('/');
    },
  });
  return Object.entries(files).map(([path, content]) => ({ path, bytes: new Blob([content as BlobPart]) }));
}

/** Gives a file to the reader. */
export function download(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}

/** Milliseconds that a file for the reader is kept: browsers begin to write it when they have asked where. */
const KEPT = 60_000;
