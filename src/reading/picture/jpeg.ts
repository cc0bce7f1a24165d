/** JPEG pictures (ITU-T T.81): what their headers say. Pixels come from the PDF engine, which knows the code. */
import type { PdfEngine } from '../pdf/engine.js';
import { type CodedPart, decodeParts } from './coded.js';
import { damaged, type Picture, type PictureInfo, type Resolution } from './picture.js';
import { orientationOfExif, readTiff } from './tiff-directory.js';

/** What the segments before the pixels say. */
interface JpegInfo extends PictureInfo {
  readonly components: number;
  /** An Adobe segment: four components are stored inverted. */
  readonly adobe: boolean;
}

const START_OF_SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
/** Frame headers are 0xC0 to 0xCF; three of that range mean something else. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
/** Markers without a segment: padding, restarts, start and end. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

const CM_PER_INCH = 2.54;
const X_RESOLUTION = 282;
const Y_RESOLUTION = 283;
const RESOLUTION_UNIT = 296;

/** What a JPEG says of itself. @throws DocumentError `invalid_document` */
export function readJpegInfo(bytes: Uint8Array): JpegInfo {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: Pick<JpegInfo, 'width' | 'height' | 'components'> | undefined;
  let jfif: Resolution | undefined;
  let exif: Uint8Array | undefined;
  let adobe = false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw damaged('its segments are out of step');
    const marker = bytes[at + 1]!;
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === START_OF_SCAN) break;
    const body = bytes.subarray(at + 4, at + 2 + view.getUint16(at + 2));
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)) frame = frameOf(body);
    else if (marker === APP0) jfif ??= densityOf(body);
    else if (marker === APP1 && startsWith(body, 'Exif\0\0')) exif ??= body.subarray(6);
    else if (marker === APP14 && startsWith(body, 'Adobe')) adobe = true;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  if (!frame || frame.width === 0 || frame.height === 0) throw damaged('its size is missing');
  const dpi = (exif && exifResolution(exif)) ?? jfif;
  return { ...frame, adobe, orientation: exif ? orientationOfExif(exif) : 1, ...(dpi && { dpi }) };
}

function frameOf(body: Uint8Array): Pick<JpegInfo, 'width' | 'height' | 'components'> {
  if (body.length < 6) throw damaged('its size is cut off');
  return {
    height: body[1]! * 256 + body[2]!,
    width: body[3]! * 256 + body[4]!,
    components: body[5]!,
  };
}

function densityOf(body: Uint8Array): Resolution | undefined {
  if (!startsWith(body, 'JFIF\0') || body.length < 12) return undefined;
  const scale = [undefined, 1, CM_PER_INCH][body[7]!];
  if (scale === undefined) return undefined;
  return { x: (body[8]! * 256 + body[9]!) * scale, y: (body[10]! * 256 + body[11]!) * scale };
}

function exifResolution(exif: Uint8Array): Resolution | undefined {
  try {
    const directory = readTiff(exif, 1).directories[0];
    return resolutionIn((tag) => directory?.first(tag));
  } catch {
    return undefined;
  }
}

/** The resolution that the tags of TIFF and EXIF give. */
export function resolutionIn(tag: (tag: number) => number | undefined): Resolution | undefined {
  const x = tag(X_RESOLUTION);
  const y = tag(Y_RESOLUTION);
  const scale = [undefined, undefined, 1, CM_PER_INCH][tag(RESOLUTION_UNIT) ?? 2];
  return x === undefined || y === undefined || scale === undefined
    ? undefined
    : { x: x * scale, y: y * scale };
}

function startsWith(body: Uint8Array, text: string): boolean {
  return [...text].every((character, i) => body[i] === character.charCodeAt(0));
}

/** The picture of a JPEG file. @throws DocumentError `invalid_document` */
export function jpegPicture(bytes: Uint8Array, engine: () => PdfEngine): Picture {
  const info = readJpegInfo(bytes);
  return {
    info,
    decode: (interrupt) => decodeParts(info, [jpegPart(bytes, info)], engine(), interrupt),
  };
}

const SPACES: ReadonlyMap<number, string> = new Map([
  [1, '/DeviceGray'],
  [3, '/DeviceRGB'],
  [4, '/DeviceCMYK'],
]);

/**
 * A JPEG as a part of a picture.
 * @param transform whether three components are stored as luma and chroma; else the JPEG itself says
 */
export function jpegPart(
  bytes: Uint8Array,
  { width, height, components, adobe }: JpegInfo,
  transform?: boolean,
): CodedPart {
  const space = SPACES.get(components);
  if (!space) throw damaged(`it has ${components} components`);
  const inverted = adobe && components === 4 ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
  const parameters =
    transform === undefined ? '' : ` /DecodeParms << /ColorTransform ${transform ? 1 : 0} >>`;
  return {
    left: 0,
    top: 0,
    width,
    height,
    entries: `/Filter /DCTDecode /ColorSpace ${space} /BitsPerComponent 8${inverted}${parameters}`,
    bytes,
  };
}
