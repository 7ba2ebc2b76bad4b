import type { KeyReport, LibraryReport, Problem, SlotReport, TokenReport } from '../tokens/index.ts';
import { terminalText } from './terminal-text.ts';

/** The doctor's reports for people. What devices call things is theirs to choose, so no line is trusted. */
export function doctorText(reports: readonly LibraryReport[]): string {
  return `${reports.flatMap(libraryLines).map(terminalText).join('\n')}\n`;
}

function libraryLines({ library, description, slots, problems }: LibraryReport): string[] {
  const lines = [`PKCS#11 library ${library}`];
  if (description !== undefined) {
    const { manufacturer, description: words, libraryVersion, cryptokiVersion } = description;
    lines.push(`  ${manufacturer}: ${words}, version ${libraryVersion}, PKCS#11 ${cryptokiVersion}`);
    lines.push(`  ${slots.length} ${slots.length === 1 ? 'slot' : 'slots'}`);
  }
  return [...lines, ...problems.map((problem) => problemLine(problem, 2)), ...slots.flatMap(slotLines), ''];
}

function slotLines({ number, index, description, token }: SlotReport): string[] {
  const head = ['', `slot ${number} (index ${index}): ${description}`];
  return token === undefined ? [...head, '  no token that could be used'] : [...head, ...tokenLines(token)];
}

function tokenLines(token: TokenReport): string[] {
  const { label, manufacturer, model, serialNumber, minPinOctets, maxPinOctets, remarks, mechanisms, keys } = token;
  const used = mechanisms.map(({ name }) => name).filter((name) => name.startsWith('CKM_'));
  return [
    `  token '${label}': ${manufacturer} ${model}, serial number ${serialNumber}, PIN of ${minPinOctets} to ${maxPinOctets} octets`,
    ...remarks.map((words) => `  note: ${words}`),
    `  makes keys of: ${listed(token.keyAlgorithms)}`,
    `  signs with: ${listed(token.signatureAlgorithms)}`,
    `  ${mechanisms.length} mechanisms, of which are used: ${listed(used)}`,
    ...token.problems.map((problem) => problemLine(problem, 2)),
    ...(keys === undefined ? [] : keyLines(keys)),
  ];
}

function keyLines(keys: readonly KeyReport[]): string[] {
  if (keys.length === 0) return ['  no private keys'];
  return [
    '  keys:',
    ...keys.flatMap(({ alias, id, algorithm, specification, keyUsage, extractable, proven, problem }) => [
      `    ${proven ? 'works ' : 'FAILED'} ${alias || '(no name)'}  ${algorithm ?? 'unknown kind'} ${specification ?? ''}  ${keyUsage ?? ''}  id ${id || '(none)'}`,
      ...(problem === undefined ? [] : [problemLine(problem, 6)]),
      ...(extractable
        ? ['      note: it may leave the device, and is used only with the property allow.extractable.privatekey']
        : []),
    ]),
  ];
}

function problemLine({ code, message }: Problem, indent: number): string {
  return `${' '.repeat(indent)}PROBLEM: ${message} (${code})`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none that this program knows' : names.join(', ');
}
