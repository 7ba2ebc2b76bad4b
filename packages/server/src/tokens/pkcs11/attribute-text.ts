/**
 * Attributes for new keys as text, in the form that configurations of Java's PKCS#11 provider have, which EJBCA's attribute files are in:
 *
 *     attributes(generate, CKO_PRIVATE_KEY, *) = {
 *       CKA_DECRYPT = false
 *       CKA_MODIFIABLE = false
 *     }
 *
 * Attributes that are true or false are understood. Sections for secret keys, for imported ones, or for one kind of key are passed over.
 */
import { CKA } from './cryptoki.ts';
import type { TemplateAttribute } from './protocol.ts';

export interface AttributeOverrides {
  readonly publicKey: readonly TemplateAttribute[];
  readonly privateKey: readonly TemplateAttribute[];
}

/**
 * @param report - receives the first problem
 */
export function parseAttributeText(text: string, report: (problem: string) => void): AttributeOverrides {
  const publicKey: TemplateAttribute[] = [];
  const privateKey: TemplateAttribute[] = [];
  let into: readonly TemplateAttribute[][] | undefined;
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.replace(/#.*/, '').trim();
    if (line === '') continue;
    const where = `cannot be understood in line ${index + 1}`;
    if (into === undefined) {
      const section = SECTION.exec(line);
      if (section === null) {
        report(`${where}; 'attributes(generate, CKO_PRIVATE_KEY, *) = {' or the like is expected`);
        break;
      }
      into = targetsOf(section, publicKey, privateKey);
    } else if (line === '}') {
      into = undefined;
    } else {
      const attribute = attributeOf(line);
      if (attribute === undefined) {
        report(`${where}; 'CKA_NAME = true' or 'false' is expected, of ${Object.keys(SETTABLE).join(', ')}`);
        break;
      }
      for (const target of into) target.push(attribute);
    }
  }
  return { publicKey, privateKey };
}

function targetsOf(
  [, operation, kind, algorithm]: RegExpExecArray,
  publicKey: TemplateAttribute[],
  privateKey: TemplateAttribute[],
): readonly TemplateAttribute[][] {
  if (operation === 'import' || algorithm !== '*') return [];
  if (kind === '*') return [publicKey, privateKey];
  return kind === 'CKO_PUBLIC_KEY' ? [publicKey] : kind === 'CKO_PRIVATE_KEY' ? [privateKey] : [];
}

function attributeOf(line: string): TemplateAttribute | undefined {
  const [, name = '', value] = ATTRIBUTE.exec(line) ?? [];
  const type = Object.hasOwn(SETTABLE, name) ? SETTABLE[name] : undefined;
  return type === undefined ? undefined : [type, value === 'true'];
}

const SECTION = /^attributes\s*\(\s*(generate|import|\*)\s*,\s*(\*|CKO_\w+)\s*,\s*(\*|CKK_\w+)\s*\)\s*=\s*\{$/;
const ATTRIBUTE = /^(CKA_\w+)\s*=\s*(true|false)$/;
/** Attributes that may be set. Those that tie a key to its token, its alias or its algorithm are not among them. */
const SETTABLE: Readonly<Record<string, number>> = {
  CKA_PRIVATE: CKA.PRIVATE,
  CKA_SENSITIVE: CKA.SENSITIVE,
  CKA_EXTRACTABLE: CKA.EXTRACTABLE,
  CKA_ENCRYPT: CKA.ENCRYPT,
  CKA_DECRYPT: CKA.DECRYPT,
  CKA_WRAP: CKA.WRAP,
  CKA_UNWRAP: CKA.UNWRAP,
  CKA_SIGN: CKA.SIGN,
  CKA_VERIFY: CKA.VERIFY,
  CKA_DERIVE: CKA.DERIVE,
  CKA_MODIFIABLE: CKA.MODIFIABLE,
  CKA_COPYABLE: CKA.COPYABLE,
  CKA_DESTROYABLE: CKA.DESTROYABLE,
  CKA_WRAP_WITH_TRUSTED: CKA.WRAP_WITH_TRUSTED,
};
