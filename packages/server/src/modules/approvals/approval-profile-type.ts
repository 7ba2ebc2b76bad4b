/** The type of document that an approval profile is. */
import { type Static, Type } from 'typebox';
import { Resource } from '../access/index.ts';
import {
  choice,
  defineDocumentType,
  durationText,
  parseDuration,
  reference,
  type ReportProblem,
  viewAndEdit,
} from '../configuration/index.ts';
import type {
  ApprovalPartition,
  ApprovalProfile,
  ApprovalProperty,
  ApprovalPropertyType,
  ApprovalStep,
  RoleIds,
} from './approval-profile.ts';
import { isPropertyValue } from './property-value.ts';

const TYPES = {
  ACCUMULATIVE_APPROVAL: 'ACCUMULATIVE_APPROVAL',
  PARTITIONED_APPROVAL: 'PARTITIONED_APPROVAL',
} as const;

const COMPONENTS = {
  TEXT_FIELD: 'Text Field',
  TEXT_AREA: 'Text Area',
  URL_FIELD: 'URL Field',
  INTEGER: 'Number (Integer)',
  LONG: 'Number (Long)',
  CHECK_BOX: 'Check Box',
  RADIO_GROUP: 'Radio Group',
} as const;

const PROPERTY_TYPES: Readonly<Record<keyof typeof COMPONENTS, ApprovalPropertyType>> = {
  TEXT_FIELD: 'String',
  TEXT_AREA: 'MultiLineString',
  URL_FIELD: 'UrlString',
  INTEGER: 'Integer',
  LONG: 'Long',
  CHECK_BOX: 'Boolean',
  RADIO_GROUP: 'RadioButton',
};

const strict = { additionalProperties: false };
const ANYBODY = 'Anybody';
const roles = (fallback: readonly string[], description: string) =>
  Type.Array(reference('ROLE', { words: [ANYBODY] }), {
    description,
    maxItems: 100,
    uniqueItems: true,
    default: fallback,
  });
/** Clients refer to partitions by number, so an imported profile keeps its numbers. */
const identifier = (description: string) => Type.Integer({ description, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 });

const component = Type.Object(
  {
    type: choice(COMPONENTS, { description: 'The kind of field.', default: 'TEXT_FIELD' }),
    label: Type.String({
      description: 'The name of the field, unique in its partition.',
      minLength: 1,
      maxLength: 256,
    }),
    content: Type.String({
      description: 'The value that the field begins with; of a radio group the choice.',
      maxLength: 4096,
      default: '',
    }),
    required: Type.Boolean({
      description: 'Refuses an approval without a value. A check box has to be ticked. A rejection needs no value.',
      default: false,
    }),
    possibleChoices: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      description: 'The choices of a radio group. Other fields have none.',
      maxItems: 50,
      uniqueItems: true,
      default: [],
    }),
  },
  strict,
);

const partition = Type.Object(
  {
    partitionIdentifier: identifier('The number that clients name the partition by, unique in its step.'),
    title: Type.String({ description: 'What approvers see as its name.', maxLength: 256, default: '' }),
    canApprove: roles([ANYBODY], 'The roles of which one member decides.'),
    canView: roles([], 'Further roles, whose members see the partition and what was decided in it.'),
    components: Type.Array(component, {
      description: 'The form that is filled in with a decision.',
      maxItems: 30,
      default: [],
    }),
  },
  strict,
);

const step = Type.Object(
  {
    stepIdentifier: identifier('The number that clients name the step by, unique in its profile.'),
    partitions: Type.Array(partition, {
      description: 'The parts of the step. All of them have to be approved, in any order.',
      minItems: 1,
      maxItems: 30,
    }),
  },
  strict,
);

const schema = Type.Object(
  {
    type: choice(TYPES, {
      description:
        '`ACCUMULATIVE_APPROVAL`: a number of administrators, of any role. `PARTITIONED_APPROVAL`: roles decide on partitions, in steps.',
      default: 'ACCUMULATIVE_APPROVAL',
    }),
    description: Type.String({ description: 'Free text for administrators.', maxLength: 1024, default: '' }),
    requestExpirationPeriod: durationText({
      description: 'How long a request waits before it expires: at most `10y`.',
      default: '8h',
    }),
    approvalExpirationPeriod: durationText({
      description: 'Kept, and without effect: the last approval does the act, so no approval waits to be used.',
      default: '8h',
    }),
    maxExtensionTime: durationText({
      description: 'Kept, and without effect: no interface extends requests.',
      default: '0d',
    }),
    allowSelfApprovedRequestEditing: Type.Boolean({
      title: 'Allow Self-Approved Request Editing',
      description: 'Kept, and without effect: no interface edits requests.',
      default: false,
    }),
    numberOfApprovalsRequired: Type.Integer({
      description: 'How many administrators have to approve. Of an accumulative profile.',
      minimum: 1,
      maximum: 100,
      default: 1,
    }),
    steps: Type.Array(step, {
      description: 'The steps, one after the other. Of a partitioned profile, which needs one.',
      maxItems: 20,
      default: [],
    }),
  },
  strict,
);

type Settings = Static<typeof schema>;

/** `APPROVALPROFILE`. */
export const approvalProfileType = defineDocumentType({
  token: 'APPROVALPROFILE',
  title: 'approval profile',
  dump: { directory: 'approval-profiles', objectType: 'Approval Profile', version: 1, named: true, numbered: true },
  names: { kind: 'named' },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 2,
  upgrade: (settings) => ({
    ...settings,
    steps: (settings as Settings).steps.map(withOptionalComponents),
  }),
  schema,
  parse(settings, report): ApprovalProfile {
    return {
      kind: settings.type === 'ACCUMULATIVE_APPROVAL' ? 'accumulative' : 'partitioned',
      requestLifetimeSeconds: requestLifetime(settings, report),
      steps: settings.type === 'ACCUMULATIVE_APPROVAL' ? countingStep(settings, report) : stepsOf(settings, report),
    };
  },
  administration: {
    rights: viewAndEdit(Resource.caFunctionality.viewApprovalProfiles, Resource.caFunctionality.editApprovalProfiles),
    sameRightsForAll: true,
    events: {
      created: 'APPROVAL_PROFILE_ADD',
      changed: 'APPROVAL_PROFILE_EDIT',
      renamed: 'APPROVAL_PROFILE_RENAME',
      removed: 'APPROVAL_PROFILE_REMOVE',
    },
  },
});

/** Fields could not be required before version 2. */
function withOptionalComponents(stored: Static<typeof step>): Static<typeof step> {
  const optional = (field: Omit<Static<typeof component>, 'required'>) => ({ required: false, ...field });
  const partitions = stored.partitions.map((each) => ({ ...each, components: each.components.map(optional) }));
  return { ...stored, partitions };
}

function requestLifetime(settings: Settings, report: ReportProblem): number {
  const seconds = period('requestExpirationPeriod', settings.requestExpirationPeriod, report);
  if (seconds <= 0 || seconds > LONGEST_LIFETIME_SECONDS) {
    report(
      'requestExpirationPeriod',
      `is '${settings.requestExpirationPeriod}'; more than 0s and at most 10y is right`,
    );
  }
  for (const field of ['approvalExpirationPeriod', 'maxExtensionTime'] as const) {
    if (period(field, settings[field], report) < 0) report(field, 'is before now; 0d or more is right');
  }
  return seconds;
}

function period(field: string, text: string, report: ReportProblem): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) report(field, `is '${text}' and has to be a length of time such as 8h or 2d`);
  return seconds ?? 1;
}

/** A partition that names no roles and has no fields. */
function countingStep({ numberOfApprovalsRequired, steps }: Settings, report: ReportProblem): readonly ApprovalStep[] {
  if (steps.length > 0) report('steps', 'are given; an accumulative profile has none, a PARTITIONED_APPROVAL does');
  const all = { identifier: 0, title: '', approvers: 'anybody', viewers: [], properties: [] } as const;
  return [{ identifier: 0, partitions: [{ ...all, requiredApprovals: numberOfApprovalsRequired }] }];
}

function stepsOf({ steps }: Settings, report: ReportProblem): readonly ApprovalStep[] {
  if (steps.length === 0) report('steps', 'are empty; a partitioned profile has at least one');
  reportTwice(
    'steps',
    'stepIdentifier',
    steps.map(({ stepIdentifier }) => stepIdentifier),
    report,
  );
  return steps.map(({ stepIdentifier, partitions }, index) => {
    const field = `steps[${index}].partitions`;
    const identifiers = partitions.map(({ partitionIdentifier }) => partitionIdentifier);
    reportTwice(field, 'partitionIdentifier', identifiers, report);
    return {
      identifier: stepIdentifier,
      partitions: partitions.map((each, at) => partitionOf(each, `${field}[${at}]`, report)),
    };
  });
}

function partitionOf(settings: Static<typeof partition>, field: string, report: ReportProblem): ApprovalPartition {
  const { partitionIdentifier, title, canApprove, canView, components } = settings;
  if (canApprove.length === 0)
    report(`${field}.canApprove`, `is empty, so nobody could approve; a role or ${ANYBODY} is right`);
  reportTwice(
    `${field}.components`,
    'label',
    components.map(({ label }) => label),
    report,
  );
  return {
    identifier: partitionIdentifier,
    title,
    requiredApprovals: 1,
    approvers: roleIds(canApprove),
    viewers: roleIds(canView),
    properties: components.map((each, at) => propertyOf(each, `${field}.components[${at}]`, report)),
  };
}

function propertyOf(settings: Static<typeof component>, field: string, report: ReportProblem): ApprovalProperty {
  const { type, label, content, possibleChoices, required } = settings;
  const property = { label, type: PROPERTY_TYPES[type], preset: content, required, choices: possibleChoices };
  if ((type === 'RADIO_GROUP') !== possibleChoices.length > 0) {
    report(`${field}.possibleChoices`, 'are for radio groups; one of those has at least one, anything else none');
  }
  if (!isPropertyValue(property, content))
    report(`${field}.content`, `is '${content}', which is not a value of a ${COMPONENTS[type]}`);
  return property;
}

function reportTwice(field: string, member: string, values: readonly (string | number)[], report: ReportProblem): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) report(field, `have the ${member} '${twice}' twice`);
}

function roleIds(references: readonly (number | typeof ANYBODY)[]): RoleIds {
  return references.includes(ANYBODY) ? 'anybody' : references.filter((each) => each !== ANYBODY);
}

const LONGEST_LIFETIME_SECONDS = 10 * 365 * 86_400;
