import encodeQR from 'qr';
import sharp from 'sharp';

/** Two frames of a ticket as a camera sees it: turned, blurred, uneven light. */
export async function drawTicket(code: string): Promise<Buffer> {
  const qr = await sharp(Buffer.from(encodeQR(code, 'svg', { border: 4 })), { density: 300 })
    .resize(300, 300)
    .flatten({ background: '#fffdfa' })
    .rotate(9, { background: '#5b5349' })
    .toBuffer();
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#5b5349' } })
    .composite([{ input: qr, left: 140, top: 60 }])
    .linear(0.8, 18)
    .blur(0.8)
    .jpeg({ quality: 70 })
    .toBuffer();
  return Buffer.concat([frame, frame]);
}
