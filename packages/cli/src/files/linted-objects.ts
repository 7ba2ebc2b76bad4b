/** Lint of the objects in a file. */
import type * as Lint from '@sealwright/lint';
import type { Finding, ObjectKind, Requirements } from '@sealwright/lint';
import { FileError } from '../errors.ts';
import { type OctetTaker, readObjects } from './object-file.ts';

type LintPackage = typeof Lint;

/** An object, with what lint finds in it. */
export interface LintedObject {
  /** Undefined for octets that are of no kind that lint knows. They are linted as a certificate, which they are not. */
  readonly kind: ObjectKind | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Lints every certificate, CRL, request and OCSP response of a file in PEM or DER. Other blocks of PEM are passed over.
 *
 * @param lint - the package, which is loaded by those alone who need its rules
 * @throws {@link FileError} `cli.file_unreadable`; `cli.file_unusable` for a file without any of them, too large an object, and requirements that say nothing
 *   of one
 */
export async function lintObjects(
  file: string,
  requirements: Requirements | undefined,
  lint: LintPackage,
): Promise<readonly LintedObject[]> {
  const objects: LintedObject[] = [];
  const take = (object: LintedObject) => {
    if (objects.length === MAX_OBJECTS)
      throw new FileError('cli.file_unusable', `${file} holds more than ${MAX_OBJECTS} objects`);
    objects.push(object);
  };
  await readObjects(file, {
    begin(label) {
      if (label !== undefined && !LABELS.has(label)) return undefined;
      return new LintedOctets({
        file,
        kind: label === undefined ? undefined : LABELS.get(label),
        requirements,
        lint,
        take,
      });
    },
  });
  if (objects.length === 0)
    throw new FileError('cli.file_unusable', `${file} holds no certificate, CRL, request or OCSP response`);
  return objects;
}

interface LintedOctetsDeps {
  readonly file: string;
  /** The kind that a label says; the octets say that of DER. */
  readonly kind: ObjectKind | undefined;
  readonly requirements: Requirements | undefined;
  readonly lint: LintPackage;
  readonly take: (object: LintedObject) => void;
}

/** The octets of one object: those of a CRL are linted as they come, others when all are there. */
class LintedOctets implements OctetTaker {
  readonly #deps: LintedOctetsDeps;
  #kind: ObjectKind | undefined;
  #kept: Uint8Array[] = [];
  #length = 0;
  #crl: InstanceType<LintPackage['CrlLint']> | undefined;

  constructor(deps: LintedOctetsDeps) {
    this.#deps = deps;
    this.#kind = deps.kind;
  }

  update(octets: Uint8Array): void {
    if (this.#crl !== undefined) {
      this.#crl.update(octets);
      return;
    }
    this.#kept.push(octets);
    this.#length += octets.length;
    if (this.#kind === undefined && this.#length >= HEAD_OCTETS) this.#kind = this.#recognize();
    if (this.#kind === 'CRL') this.#beginCrl();
    else if (this.#length > MAX_OCTETS) {
      const { file } = this.#deps;
      throw new FileError('cli.file_unusable', `${file} holds ${named(this.#kind)} of more than ${MAX_OCTETS} octets`);
    }
  }

  end(): void {
    this.#kind ??= this.#recognize();
    if (this.#kind === 'CRL' && this.#crl === undefined) this.#beginCrl();
    const findings = this.#crl === undefined ? this.#lintKept() : this.#crl.finish();
    this.#deps.take({ kind: this.#kind, findings });
  }

  #recognize(): ObjectKind | undefined {
    return this.#deps.lint.objectKindOf(Buffer.concat(this.#kept).subarray(0, HEAD_OCTETS));
  }

  #beginCrl(): void {
    this.#crl = new this.#deps.lint.CrlLint('CertificateList', this.#revocationOptions());
    for (const octets of this.#kept) this.#crl.update(octets);
    this.#kept = [];
  }

  #lintKept(): readonly Finding[] {
    const { lint, requirements } = this.#deps;
    const octets = Buffer.concat(this.#kept);
    if (this.#kind === 'OCSP response') return lint.lintOcspResponse(octets, this.#revocationOptions());
    if (this.#kind === 'request') {
      if (requirements !== undefined) this.#refuseRequirements();
      return lint.lintCertificationRequest(octets);
    }
    return lint.lintCertificate(octets, requirements === undefined ? {} : { requirements: [requirements] });
  }

  /** Only those for TLS speak of CRLs and OCSP responses here. */
  #revocationOptions(): { readonly requirements?: readonly 'TLS'[] } {
    const { requirements } = this.#deps;
    if (requirements === undefined) return {};
    return requirements === 'TLS' ? { requirements: [requirements] } : this.#refuseRequirements();
  }

  #refuseRequirements(): never {
    const { file, requirements } = this.#deps;
    throw new FileError(
      'cli.file_unusable',
      `${file} holds ${named(this.#kind)}, of which lint knows no requirements of ${requirements}; lint it without --requirements`,
    );
  }
}

function named(kind: ObjectKind | undefined): string {
  if (kind === undefined) return 'an object';
  return kind === 'OCSP response' ? `an ${kind}` : `a ${kind}`;
}

/** Labels of PEM, with those of older programs. */
const LABELS: ReadonlyMap<string, ObjectKind> = new Map([
  ['CERTIFICATE', 'certificate'],
  ['X509 CERTIFICATE', 'certificate'],
  ['X509 CRL', 'CRL'],
  ['CERTIFICATE REQUEST', 'request'],
  ['NEW CERTIFICATE REQUEST', 'request'],
  ['OCSP RESPONSE', 'OCSP response'],
]);
const HEAD_OCTETS = 64 * 1024;
/** Of an object that is not a CRL. */
const MAX_OCTETS = 1024 * 1024;
const MAX_OBJECTS = 10_000;
