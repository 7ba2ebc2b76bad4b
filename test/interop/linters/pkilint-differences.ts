/** Findings in which our lint and pkilint differ, and the reasons that explain them. */

/** A finding of one of them that the other does not have. */
export interface Differing {
  /** The rule or the validation. */
  readonly name: string;
  readonly file: string;
  readonly message: string;
}

/** The reason of some: both are right, or the other is not. */
export interface Difference {
  readonly names: readonly string[];
  /** All files where the message matches, unless given. */
  readonly files?: readonly string[];
  /** The paths of the files: as `files`, where there are many. */
  readonly where?: RegExp;
  readonly message?: RegExp;
  readonly reason: string;
}

/** Returns whether a difference speaks of a finding. */
export function explains({ names, files, where, message }: Difference, finding: Differing): boolean {
  return (
    names.includes(finding.name) &&
    (files?.includes(finding.file) ?? true) &&
    (where?.test(finding.file) ?? true) &&
    (message?.test(finding.message) ?? true)
  );
}

/** Returns the findings that no difference explains, and the parts of differences that explain nothing. */
export function unexplained(findings: readonly Differing[], differences: readonly Difference[]): readonly string[] {
  const used = new Set<string>();
  const open = findings.filter((finding) => {
    const { name, file } = finding;
    const at = differences.findIndex((one) => explains(one, finding));
    if (at !== -1) for (const part of [name, file]) used.add(`${at} ${part}`);
    return at === -1;
  });
  const unused = differences.flatMap(({ names, files = [] }, at) =>
    [...names, ...files].filter((part) => !used.has(`${at} ${part}`)).map((part) => `explains nothing: ${part}`),
  );
  return [...new Set(open.map(({ name, file, message }) => `${name} ${file} ${message}`)), ...unused].toSorted();
}
