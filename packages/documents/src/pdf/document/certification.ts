/** Changes that a certified document allows (ISO 32000-1 §12.8.2.2). */
import type { PdfFile } from '../file/pdf-file.ts';
import { integerOf, PdfDictionary, PdfName, type PdfReference } from '../syntax/values.ts';

/** Changes that later users may make; `not-certified` is an approval like others. */
export type CertificationLevel =
  | 'not-certified'
  | 'no-changes-allowed'
  | 'form-filling'
  | 'form-filling-and-annotations';

/** The level that the document has by the signature that certifies it. */
export async function certificationOf(file: PdfFile, catalog: PdfDictionary): Promise<CertificationLevel> {
  const permissions = await file.dictionary(catalog.get('Perms'));
  const signature = await file.dictionary(permissions?.get('DocMDP') ?? null);
  if (signature === undefined) return 'not-certified';
  for (const element of (await file.array(signature.get('Reference'))) ?? []) {
    const reference = await file.dictionary(element);
    if (reference?.name('TransformMethod') !== 'DocMDP') continue;
    const parameters = await file.dictionary(reference.get('TransformParams'));
    const level = integerOf(await file.resolve(parameters?.get('P') ?? null));
    return LEVELS.find(([, number]) => number === level)?.[0] ?? 'form-filling';
  }
  return 'form-filling';
}

/** Makes the entry `Reference` of the signature that certifies. */
export function certificationReference(level: Exclude<CertificationLevel, 'not-certified'>): PdfDictionary {
  const P = LEVELS.find(([name]) => name === level)![1];
  const TransformParams = new PdfDictionary({ Type: new PdfName('TransformParams'), P, V: new PdfName('1.2') });
  return new PdfDictionary({ Type: new PdfName('SigRef'), TransformMethod: new PdfName('DocMDP'), TransformParams });
}

/** Makes the entry `Perms` of the catalog. */
export function withCertification(permissions: PdfDictionary | undefined, signature: PdfReference): PdfDictionary {
  return (permissions ?? new PdfDictionary({})).with({ DocMDP: signature });
}

/** With the values of `P`. */
const LEVELS: readonly (readonly [Exclude<CertificationLevel, 'not-certified'>, number])[] = [
  ['no-changes-allowed', 1],
  ['form-filling', 2],
  ['form-filling-and-annotations', 3],
];
