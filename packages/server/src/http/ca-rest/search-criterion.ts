/** A criterion of a search for certificates or for end entities: a property, a value, and how the two are compared. */
import { InvalidInputError } from './errors.ts';

/** Properties and operations of the criteria of one search. */
interface CriterionTerms<Property extends string, Operation extends string> {
  readonly properties: readonly Property[];
  readonly operations: readonly Operation[];
  /** Returns the operations of a property, and the same in words, such as `should be EQUAL`. */
  readonly operationsOf: (property: Property) => readonly [allowed: readonly Operation[], right: string];
}

type WrittenCriterion = Readonly<Record<'property' | 'value' | 'operation', string>>;

/**
 * Reads a criterion.
 *
 * @throws {@link InvalidInputError} in the words that clients know
 */
export function readCriterion<Property extends string, Operation extends string>(
  { property: givenProperty, value, operation: givenOperation }: WrittenCriterion,
  { properties, operations, operationsOf }: CriterionTerms<Property, Operation>,
) {
  for (const [member, text] of Object.entries({ property: givenProperty, value, operation: givenOperation }))
    if (text.trim() === '') throw new InvalidInputError(`${BAD} ${member}, can not be null or empty.`);
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

/** Beginning of what is answered to a criterion that cannot be used. */
export const BAD = 'Invalid search criteria';
