import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { drawDocument, margin } from './documentPdf.ts';
import { drawCertificate, drawTickets, type PrintedCertificate, type PrintedTicket } from './ticketPdf.ts';

const font = (weight: 400 | 700) => fileURLToPath(new URL(`./fonts/alegreya-${weight}.ttf`, import.meta.url));

/** What a PDF shows: the HTML of a document, tickets or a certificate. */
export type PdfContent = { html: string } | { tickets: PrintedTicket[] } | { certificate: PrintedCertificate };

/** What the thread that makes PDFs is sent. */
export interface PdfRequest {
  id: number;
  content: PdfContent;
  title: string;
  createdAt: string;
}

/**
 * Makes a PDF: tagged, in Turkish, its text as text. The same document makes the same bytes as long as this code and
 * its packages stay, so callers keep the first result.
 */
export function renderPdf(content: PdfContent, title: string, createdAt: Date): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    // Tickets and certificates are placed to the point; a margin would move what stands low to another page.
    margin: 'html' in content ? margin : 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'tr',
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.on('end', () => resolve(Buffer.concat(chunks)));
  document.on('error', reject);
  document.registerFont('normal', font(400)).registerFont('bold', font(700));
  const root = document.struct('Document');
  document.addStructure(root);
  if ('html' in content) drawDocument(document, root, content.html);
  else if ('tickets' in content) drawTickets(document, root, content.tickets);
  else drawCertificate(document, root, content.certificate);
  root.end();
  document.end();
  return promise;
}
