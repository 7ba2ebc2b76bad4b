/** The name constraints of a path so far, and the names of a certificate held against them (RFC 5280 §6.1.3 (b), (c), §6.1.4 (g)). */
import type { Certificate } from '../certificate/index.ts';
import { Tag } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { type GeneralSubtree, type NameConstraints, nameConstraints, subjectAltName } from '../extension/index.ts';
import { formatGeneralNames, type GeneralName, OtherNameType, readOtherNameText } from '../general-name/index.ts';
import { AttributeType, type DistinguishedName } from '../name/index.ts';
import { PathError } from './errors.ts';
import { hostsOfCommonNames } from './common-name-hosts.ts';
import { type ConstrainedName, isConstrainedForm, positionOf } from './name-subtrees.ts';

/** The names of a certificate, issued already or to be issued. */
export interface SubjectNames {
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
  /**
   * The use of the certificate as the last one of a path. Its common names count as hosts then, unless it has a dNSName: verifiers that still
   * look there for a host (OpenSSL, NSS) hold them against the constraints, and refuse the certificate.
   */
  readonly isLast: boolean;
}

/** Remaining number of comparisons that a path may take. */
export interface ComparisonBudget {
  left: number;
}

export class NameLimits {
  /** One list for each certificate that had one: a name of a form that it permits something of has to be in all of them. */
  readonly #permitted: Constraints[] = [];
  readonly #excluded: Constraints[] = [];
  #subtrees = 0;

  /**
   * Adds the constraints of a CA.
   *
   * @param ca - the subject of its certificate, for messages
   * @throws {@link PathError} `path.name_constraints` for a minimum or a maximum, which nobody applies, for none at all (§4.2.1.10 forbids that,
   *   and Go refuses it; OpenSSL and NSS read it as no constraint), and for too many
   */
  add({ permittedSubtrees = [], excludedSubtrees = [] }: NameConstraints, ca: DistinguishedName): void {
    if (permittedSubtrees.length + excludedSubtrees.length === 0) throw refused('those of a CA are empty');
    this.#subtrees += permittedSubtrees.length + excludedSubtrees.length;
    if (this.#subtrees > MAX_SUBTREES) throw refused(`there are more than ${MAX_SUBTREES}`);
    for (const { minimum, maximum } of [...permittedSubtrees, ...excludedSubtrees]) {
      if (minimum !== 0 || maximum !== undefined) throw refused('one has a minimum or a maximum');
    }
    this.#permitted.push({ ca, subtrees: permittedSubtrees });
    this.#excluded.push({ ca, subtrees: excludedSubtrees });
  }

  /** Returns whether there are no constraints, and any name is permitted. */
  get isEmpty(): boolean {
    return this.#permitted.length === 0;
  }

  /**
   * Checks the subject and the alternative names of a certificate. What is added and not changed any more may be asked any number of times.
   *
   * @param budget - shared by the certificates of a path that others have sent; each check has its own unless given
   * @throws {@link PathError} that names the name, the constraint and the CA
   */
  check(certificate: SubjectNames, budget: ComparisonBudget = newComparisonBudget()): void {
    if (this.isEmpty) return;
    for (const name of constrainedNamesOf(certificate)) this.#checkName(name, budget);
  }

  #checkName(name: GeneralName, budget: ComparisonBudget): void {
    for (const { ca, subtrees } of this.#excluded) {
      const found = subtrees.find(({ base }) => isOfForm(name, base) && position(name, base, budget) !== 'outside');
      if (found !== undefined)
        throw notPermitted(
          `${shown([name])} is excluded by ${shown([found.base])} of the CA '${excerpt(ca.toString(), MAX_SHOWN_TEXT)}'`,
        );
    }
    for (const { ca, subtrees } of this.#permitted) {
      const bases = subtrees.map(({ base }) => base).filter((base) => isOfForm(name, base));
      if (bases.length > 0 && !bases.some((base) => position(name, base, budget) === 'inside'))
        throw notPermitted(
          `${shown([name])} is not within what the CA '${excerpt(ca.toString(), MAX_SHOWN_TEXT)}' permits of its form, ${shown(bases)}`,
        );
    }
  }
}

/**
 * The constraints of CAs, that of any certificate below them; undefined when they have none.
 *
 * @param chain - of CAs, in whatever order
 * @throws {@link PathError} as {@link NameLimits.add}; {@link PkiError} for an extension that cannot be read
 */
export function nameLimitsOf(chain: readonly Certificate[]): NameLimits | undefined {
  const limits = new NameLimits();
  for (const certificate of chain) {
    const constraints = certificate.extension(nameConstraints);
    if (constraints !== undefined) limits.add(constraints, certificate.subject);
  }
  return limits.isEmpty ? undefined : limits;
}

/** The names of a certificate as {@link NameLimits.check} takes them. */
export function subjectNamesOf(certificate: Certificate, isLast: boolean): SubjectNames {
  return { subject: certificate.subject, alternativeNames: certificate.extension(subjectAltName) ?? [], isLast };
}

/** Creates the budget of a path. Comparing one directory name takes microseconds. */
export function newComparisonBudget(): ComparisonBudget {
  return { left: MAX_COMPARISONS };
}

/** The subtrees of one CA. */
interface Constraints {
  readonly ca: DistinguishedName;
  readonly subtrees: readonly GeneralSubtree[];
}

/** With what else is a mailbox: an address in the subject, and one of characters beyond ASCII (RFC 9598 §6). */
function constrainedNamesOf({ subject, alternativeNames, isLast }: SubjectNames): readonly GeneralName[] {
  const names: GeneralName[] = alternativeNames.flatMap((name) => [name, ...mailboxOf(name)]);
  if (subject.isEmpty) return names;
  const hasHost = alternativeNames.some(({ type }) => type === 'dNSName');
  const hosts = isLast && !hasHost ? hostsOfCommonNames(subject) : [];
  return [{ type: 'directoryName', value: subject }, ...addressesOf(subject), ...hosts, ...names];
}

/** An address of another string type than the one that it has to be of (§4.1.2.6) is read in different ways, or not at all. */
function addressesOf(subject: DistinguishedName): readonly ConstrainedName[] {
  const addresses = subject.rdns.flat().filter(({ type }) => type === AttributeType.emailAddress);
  return addresses.map(({ raw, value }) => {
    if (raw[0] !== Tag.ia5String) throw notPermitted('an emailAddress of the subject is not an IA5String');
    return mailbox(value);
  });
}

function mailboxOf(name: GeneralName): readonly ConstrainedName[] {
  if (name.type !== 'otherName' || name.typeId !== OtherNameType.smtpUtf8Mailbox) return [];
  return [mailbox(readOtherNameText(name.typeId, name.value)?.text ?? '')];
}

function mailbox(value: string): ConstrainedName {
  return { type: 'rfc822Name', value };
}

/** Returns whether a constraint is for names of the form of `name`. Each type of an otherName is a form of its own. */
function isOfForm(name: GeneralName, base: GeneralName): boolean {
  if (name.type === 'otherName' && base.type === 'otherName') return name.typeId === base.typeId;
  return name.type === base.type;
}

function position(name: GeneralName, base: GeneralName, budget: ComparisonBudget): ReturnType<typeof positionOf> {
  if (--budget.left < 0) throw refused('there are too many names to compare with them');
  if (isConstrainedForm(name) && isConstrainedForm(base)) return positionOf(name, base);
  // To be refused when they cannot be applied (§4.2.1.10).
  throw notPermitted(`${shown([name])} is of a form whose constraints are not applied`);
}

function shown(names: readonly GeneralName[]): string {
  return excerpt(formatGeneralNames(names.slice(0, MAX_SHOWN)), MAX_SHOWN_TEXT).toWellFormed();
}

function notPermitted(message: string): PathError {
  return new PathError('path.name_not_permitted', message);
}

function refused(why: string): PathError {
  return new PathError('path.name_constraints', `the constraints of names cannot be applied: ${why}`);
}

const MAX_SUBTREES = 1024;
const MAX_COMPARISONS = 100_000;
const MAX_SHOWN = 10;
const MAX_SHOWN_TEXT = 200;
