/** The name constraints of a path so far, and the names of a certificate held against them (RFC 5280 §6.1.3 (b), (c), §6.1.4 (g)). */
import type { Certificate } from '../certificate/index.ts';
import { type GeneralSubtree, type NameConstraints, subjectAltName } from '../extension/index.ts';
import { formatGeneralNames, type GeneralName, OtherNameType, readOtherNameText } from '../general-name/index.ts';
import { AttributeType } from '../name/index.ts';
import { PathError } from './errors.ts';
import { type ConstrainedName, isConstrainedForm, positionOf } from './name-subtrees.ts';

export class NameLimits {
  /** One list for each certificate that had one: a name of a form that it permits something of has to be in all of them. */
  readonly #permitted: (readonly GeneralSubtree[])[] = [];
  readonly #excluded: GeneralSubtree[] = [];
  #subtrees = 0;
  #comparisons = 0;

  /**
   * Adds the constraints of a CA.
   *
   * @throws {@link PathError} `path.name_constraints` for a minimum or a maximum, which nobody applies, and for too many
   */
  add({ permittedSubtrees = [], excludedSubtrees = [] }: NameConstraints): void {
    this.#subtrees += permittedSubtrees.length + excludedSubtrees.length;
    if (this.#subtrees > MAX_SUBTREES) throw refused(`there are more than ${MAX_SUBTREES}`);
    for (const { minimum, maximum } of [...permittedSubtrees, ...excludedSubtrees]) {
      if (minimum !== 0 || maximum !== undefined) throw refused('one has a minimum or a maximum');
    }
    this.#permitted.push(permittedSubtrees);
    this.#excluded.push(...excludedSubtrees);
  }

  /** Checks the subject and the alternative names of a certificate. @throws {@link PathError} */
  check(certificate: Certificate): void {
    if (this.#subtrees === 0) return;
    for (const name of namesOf(certificate)) this.#checkName(name);
  }

  #checkName(name: GeneralName): void {
    for (const { base } of this.#excluded) {
      if (base.type === name.type && this.#position(name, base) !== 'outside')
        throw notPermitted(`${shown(name)} is excluded by a CA above`);
    }
    for (const subtrees of this.#permitted) {
      const ofForm = subtrees.filter(({ base }) => base.type === name.type);
      if (ofForm.length > 0 && !ofForm.some(({ base }) => this.#position(name, base) === 'inside'))
        throw notPermitted(`${shown(name)} is not among what a CA above permits`);
    }
  }

  #position(name: GeneralName, base: GeneralName): ReturnType<typeof positionOf> {
    if (++this.#comparisons > MAX_COMPARISONS) throw refused('there are too many names to compare with them');
    if (isConstrainedForm(name) && isConstrainedForm(base)) return positionOf(name, base);
    // To be refused when they cannot be applied (§4.2.1.10).
    throw notPermitted(`${shown(name)} is of a form whose constraints are not applied`);
  }
}

/** With what else is a mailbox: an address in the subject, and one of characters beyond ASCII (RFC 9598 §6). */
function namesOf(certificate: Certificate): readonly GeneralName[] {
  const alternative = certificate.extension(subjectAltName) ?? [];
  const names: GeneralName[] = alternative.flatMap((name) => [name, ...mailboxOf(name)]);
  const { subject } = certificate;
  if (subject.isEmpty) return names;
  const addresses = subject.values(AttributeType.emailAddress).map(mailbox);
  return [{ type: 'directoryName', value: subject }, ...addresses, ...names];
}

function mailboxOf(name: GeneralName): readonly ConstrainedName[] {
  if (name.type !== 'otherName' || name.typeId !== OtherNameType.smtpUtf8Mailbox) return [];
  return [mailbox(readOtherNameText(name.typeId, name.value)?.text ?? '')];
}

function mailbox(value: string): ConstrainedName {
  return { type: 'rfc822Name', value };
}

function shown(name: GeneralName): string {
  return formatGeneralNames([name]).slice(0, 200).toWellFormed();
}

function notPermitted(message: string): PathError {
  return new PathError('path.name_not_permitted', message);
}

function refused(why: string): PathError {
  return new PathError('path.name_constraints', `the constraints of names cannot be applied: ${why}`);
}

const MAX_SUBTREES = 1024;
/** What a directory name takes is measured in microseconds. */
const MAX_COMPARISONS = 100_000;
