/** A criterion of a search for certificates or for end entities: a property, a value, and how the two are compared. */
import { InvalidInputError } from './errors.ts';

/** Properties and operations of the criteria of one search. */
interface CriterionTerms<Property extends string, Operation extends string> {
  readonly properties: readonly Property[];
  readonly operations: readonly Operation[];
  /** Returns the operations of a property, and the same in words, such as `should be EQUAL`. */
  readonly operationsOf: (property: Property) => readonly [allowed: readonly Operation[], right: string];
}

type WrittenCriterion = Readonly<Record<(typeof MEMBERS)[number], string>>;

/**
 * Reads a criterion.
 *
 * @throws {@link InvalidInputError} in the words that clients know
 */
export function readCriterion<Property extends string, Operation extends string>(
  written: WrittenCriterion,
  { properties, operations, operationsOf }: CriterionTerms<Property, Operation>,
) {
  for (const member of MEMBERS) if (written[member].trim() === '') throw emptyMember(member);
  const { property: givenProperty, value, operation: givenOperation } = written;
  const property = properties.find((one) => one === givenProperty.toUpperCase());
  if (property === undefined)
    throw new InvalidInputError(
      `${BAD} property, '${givenProperty}' is unrecognized. Should be one of ${properties.join(', ')}.`,
    );
  const operation = operations.find((one) => one === givenOperation.toUpperCase());
  const [allowed, right] = operationsOf(property);
  if (operation === undefined)
    throw new InvalidInputError(`${BAD} operation, '${givenOperation}' is unrecognized. For ${property} ${right}.`);
  if (!allowed.includes(operation)) throw new InvalidInputError(`${BAD} operation, for ${property} ${right}.`);
  return { property, value, operation };
}

/**
 * Refuses criteria of which a member is missing or null, before the schema does it in other words.
 *
 * @param criteria - as they came
 * @throws {@link InvalidInputError} in the words that clients know
 */
export function requireCriterionMembers(criteria: unknown): void {
  if (!Array.isArray(criteria)) return;
  for (const criterion of criteria as readonly unknown[]) {
    if (typeof criterion !== 'object' || criterion === null) continue;
    for (const member of MEMBERS) {
      const given = (criterion as Partial<Record<string, unknown>>)[member];
      if (given === undefined || given === null) throw emptyMember(member);
    }
  }
}

function emptyMember(member: (typeof MEMBERS)[number]): InvalidInputError {
  return new InvalidInputError(`${BAD} ${member}, can not be null or empty.`);
}

const MEMBERS = ['property', 'value', 'operation'] as const;
/** Beginning of what is answered to a criterion that cannot be used. */
export const BAD = 'Invalid search criteria';
