/**
 * The text form of SPKAC: base64, or the lines that `openssl spkac` writes and `openssl ca -spkac` reads: `SPKAC=` and the base64, and
 * beside it the attributes of the subject, such as `CN=www.example.org`.
 */
import { attributeNamed, type AttributeText, AttributeType, DistinguishedName } from '../name/index.ts';
import { RequestError } from './errors.ts';

/** The contents of such a text. */
export interface SpkacFile {
  readonly der: Uint8Array;
  /** Of the lines beside the SPKAC, in their order, which nobody has signed; undefined when there is none. */
  readonly subject: DistinguishedName | undefined;
}

/**
 * Reads a text.
 *
 * A number and a full stop before a name, as in `1.OU=`, tell repeated ones apart and are dropped. Lines that are empty or begin with `#`
 * are skipped. Quotes, backslashes and dollar signs mean something in files of OpenSSL that is not done here, so values with them are refused.
 *
 * @throws {RequestError} `request.bad_line`
 * @throws {NameError} for a value that the attribute cannot have
 */
export function parseSpkacFile(text: string): SpkacFile {
  let base64: string | undefined;
  const subject: AttributeText[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    // Base64 has its equals signs at the end, so no line of it has something behind one.
    const at = trimmed.search(/=\s*[^=\s]/);
    if (at === -1) {
      base64 = (base64 ?? '') + trimmed;
      continue;
    }
    const [name, value] = [trimmed.slice(0, at).trimEnd(), trimmed.slice(at + 1).trimStart()];
    if (name.toUpperCase() !== 'SPKAC') {
      subject.push(readAttribute(name, value));
      continue;
    }
    if (base64 !== undefined)
      throw new RequestError('request.bad_line', 'it holds more than one SPKAC; one is answered');
    base64 = value;
  }
  if (base64 === undefined) throw new RequestError('request.bad_line', "it has no line 'SPKAC=' and no base64");
  return {
    der: decode(base64),
    subject: subject.length === 0 ? undefined : DistinguishedName.of(subject.map((attribute) => [attribute])),
  };
}

function readAttribute(name: string, value: string): AttributeText {
  const plain = name.replace(/^\d+\./, '');
  // OpenSSL's short name of the surname, which is the serial number elsewhere.
  const type = plain.toUpperCase() === 'SN' ? AttributeType.surname : attributeNamed(plain)?.oid;
  if (type === undefined)
    throw new RequestError('request.bad_line', `'${name}' is neither SPKAC nor an attribute of a name, such as CN`);
  if (/["'\\$]/.test(value)) {
    throw new RequestError(
      'request.bad_line',
      `the value of ${name} has quotes, a backslash or a dollar sign, which OpenSSL does not take as they are`,
    );
  }
  return { type, value };
}

function decode(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RequestError('request.bad_line', 'the SPKAC is not base64', { cause: error });
  }
}
