/** Other programs that read signed PDF: pdfsig, qpdf, Poppler and pyHanko. Without these programs a test fails. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPyHanko } from '../../../scripts/install-pyhanko.ts';

/** The verdict of a witness on one signature. */
export interface WitnessedSignature {
  readonly isValid: boolean;
  /** True when it covers everything that stands before the next update. */
  readonly isTotal: boolean;
}

export interface PyHankoVerdict {
  /** The digest fits the document, and the signature the digest. */
  readonly intact: boolean;
  readonly valid: boolean;
  /** True when its path is valid and, where a root is given, not revoked by the evidence in the signature. */
  readonly trusted: boolean;
  readonly coverage: string;
  /** True when the certification and the signature allow what later updates changed. */
  readonly docmdp_ok: boolean;
  readonly modification: string;
  /** Of the revocation lists in the signature. */
  readonly crl_issuers: readonly string[];
  /** `PADES` for PAdES. */
  readonly sub_filter: string;
  /** The attributes that the signature signs in addition to the document. */
  readonly signed_attributes: readonly string[];
  /** True when there is one of this signature, and its own signature fits. */
  readonly time_stamp: boolean;
}

export class PdfWitnesses {
  readonly #directory = mkdtempSync(path.join(tmpdir(), 'sealwright-pdf-'));

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }

  /** Writes a file and returns its path. */
  write(name: string, content: Uint8Array | string): string {
    const file = path.join(this.#directory, name);
    writeFileSync(file, content);
    return file;
  }

  /** Returns the signatures that pdfsig finds, in the order of the document. */
  pdfsig(document: Uint8Array, password = ''): readonly WitnessedSignature[] {
    const file = this.write('signed.pdf', document);
    const { stdout } = run('pdfsig', '-nocert', '-opw', password, '-upw', password, file);
    return stdout
      .split(/^Signature #\d+:$/m)
      .slice(1)
      .map((text) => ({
        isValid: text.includes('Signature Validation: Signature is Valid.'),
        isTotal: /^ {2}- Total document signed$/m.test(text),
      }));
  }

  /** Returns the complaints of qpdf; nothing when the file is sound. */
  qpdf(document: Uint8Array, password = ''): string {
    const file = this.write('checked.pdf', document);
    const { status, stdout, stderr } = run('qpdf', '--check', `--password=${password}`, file);
    return status === 0 ? '' : stdout + stderr;
  }

  /** The document as qpdf writes it: encrypted, compressed, in another version. */
  rewrite(document: Uint8Array, ...args: readonly string[]): Uint8Array {
    const file = this.write('plain.pdf', document);
    return execFileSync('qpdf', [...args, file, '-']);
  }

  /** The text of all pages, by Poppler. */
  text(document: Uint8Array, password = ''): string {
    return run('pdftotext', '-opw', password, '-upw', password, this.write('text.pdf', document), '-').stdout;
  }

  /** Returns the verdict of pyHanko on each signature. @param root - in PEM; every signer is trusted when there is none */
  pyHanko(document: Uint8Array, password = '', root?: string): readonly PyHankoVerdict[] {
    const file = this.write('hanko.pdf', document);
    const python = installPyHanko();
    const roots = root === undefined ? [] : [this.write('root.pem', root)];
    const script = path.join(import.meta.dirname, 'pyhanko-verify.py');
    return JSON.parse(
      execFileSync(python, [script, file, password, ...roots], { encoding: 'utf8' }),
    ) as readonly PyHankoVerdict[];
  }
}

function run(program: string, ...args: readonly string[]): { status: number; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status: status ?? -1, stdout, stderr };
}
