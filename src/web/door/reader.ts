import decodeQR from 'qr/decode.js';

/** Reads a QR code in the picture; undefined where there is none. For browsers without `BarcodeDetector`. */
export function readPicture(picture: ImageData): string | undefined {
  try {
    return decodeQR(picture);
  } catch {
    return undefined;
  }
}
