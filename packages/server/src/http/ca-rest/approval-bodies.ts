/** The shapes of answers about requests for approval. */
import { type Static, Type } from 'typebox';
import {
  APPROVAL_PROPERTY_TYPES,
  type ApprovalProperty,
  type ApprovalView,
  type NextStep,
  type PerformedStep,
} from '../../modules/approvals/index.ts';
import { formatZonedDateTime } from './date-times.ts';

export const ApprovalStatusSchema = Type.Enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'], { type: 'string' });

const ZonedTime = Type.String({ description: 'As 2031-05-01 10:00:00+02:00, in the zone of the server.' });

const Property = Type.Object(
  {
    label: Type.String(),
    value: Type.String(),
    type: Type.Enum([...APPROVAL_PROPERTY_TYPES], { type: 'string' }),
    possible_values: Type.Optional(Type.Array(Type.String(), { description: 'Of a RadioButton.' })),
  },
  { title: 'ApprovalPartitionPropertyRestResponse' },
);

const decisionMembers = {
  approval_action: Type.Optional(Type.String({ description: 'Approved or Rejected.' })),
  approval_date: Type.Optional(ZonedTime),
  approval_admin: Type.Optional(Type.String({ description: 'The subject of the administrator.' })),
  approval_comment: Type.Optional(Type.String()),
};

const Partition = Type.Object(
  {
    name: Type.String(),
    partition_identifier: Type.Integer(),
    ...decisionMembers,
    property_list: Type.Optional(Type.Array(Property)),
  },
  { title: 'ApprovalPartitionStepRestResponse' },
);

const Accumulated = Type.Object(
  {
    ...decisionMembers,
    remaining_approvals: Type.Optional(Type.Integer()),
    can_approve: Type.Optional(Type.Boolean()),
  },
  { title: 'ApprovalAccumulativeRestResponse' },
);

const Step = Type.Object(
  {
    step_number: Type.Integer({ description: 'From 1.' }),
    partition_list: Type.Optional(Type.Array(Partition, { description: 'Of a partitioned approval profile.' })),
    approval_list: Type.Optional(Type.Array(Accumulated, { description: 'Of an accumulative approval profile.' })),
  },
  { title: 'ApprovalStepRestResponse' },
);

const processMembers = {
  request_id: Type.String(),
  request_type: Type.String(),
  request_date: ZonedTime,
  expiration_date: ZonedTime,
  end_entity_name: Type.Optional(Type.String()),
  status: ApprovalStatusSchema,
  total_steps: Type.Integer(),
  performed_steps: Type.Array(Step, { description: 'What was decided, step by step.' }),
  next_step: Type.Union([Step, Type.Null()], {
    description: 'What the caller sees of the open step; null when nothing is left.',
  }),
};

/** The answer of `process`. */
export const ProcessApprovalBody = Type.Object(processMembers, { title: 'ProcessApprovalRestResponse' });

const text = () => Type.Optional(Type.String());

/** A request with what is asked for. */
export const ApprovalRequestBody = Type.Object(
  {
    ...processMembers,
    certificate_profile_name: text(),
    end_entity_profile_name: text(),
    issuer_dn: text(),
    subject_dn: text(),
    key_algorithm: text(),
    token: text(),
    reason: text(),
    ca_name: text(),
    serial_number: text(),
    email: text(),
    invalidity_date: text(),
    key_recoverable: text(),
    subject_name_log_redaction: text(),
    revocation_date: text(),
    end_entity_status: text(),
    send_notification: text(),
    subject_directory_attributes: text(),
    subject_alternative_name: text(),
    acme_account_id: text(),
    ca_id: text(),
    end_entity_profile_id: text(),
    name_constraints_excluded: text(),
    name_constraints_permitted: text(),
    certificate_extension_data: Type.Optional(
      Type.String({
        description:
          'A JSON object with the validity and the extensions that are asked for, the extension and custom data that the end entity is to have, and what CAA records and lint say of the certificate (`caa_records`, `lint_findings`); cut off where it is very long.',
      }),
    ),
  },
  { title: 'ApprovalRequestRestResponse' },
);

/** Returns the body that {@link ApprovalRequestBody} describes; {@link ProcessApprovalBody} has a part of it. */
export function approvalBody(view: ApprovalView): Static<typeof ApprovalRequestBody> {
  const { kind, performed, next } = view;
  return {
    ...view.shown,
    request_id: String(view.requestId),
    request_type: view.requestType,
    request_date: formatZonedDateTime(view.createdMs),
    expiration_date: formatZonedDateTime(view.expiresMs),
    status: view.status,
    total_steps: view.totalSteps,
    performed_steps: performed.map((step) => performedBody(step, kind)),
    next_step: next === undefined ? null : nextBody(next, kind),
  };
}

function performedBody({ number, decided }: PerformedStep, kind: ApprovalView['kind']): Static<typeof Step> {
  if (kind === 'accumulative') return { step_number: number, approval_list: decided.map(decisionBody) };
  return {
    step_number: number,
    partition_list: decided.map(({ partition, decision, open }) => ({
      name: partition.title,
      partition_identifier: partition.identifier,
      ...decisionBody({ decision, open }),
      ...propertyList(open ? partition.properties : [], ({ label, preset }) => decision.values[label] ?? preset),
    })),
  };
}

function nextBody({ number, partitions }: NextStep, kind: ApprovalView['kind']): Static<typeof Step> {
  if (kind === 'accumulative') {
    const left = partitions.map(({ remainingApprovals, canDecide }) => ({
      remaining_approvals: remainingApprovals,
      can_approve: canDecide,
    }));
    return { step_number: number, approval_list: left };
  }
  return {
    step_number: number,
    partition_list: partitions.map(({ partition }) => ({
      name: partition.title,
      partition_identifier: partition.identifier,
      ...propertyList(partition.properties, ({ preset }) => preset),
    })),
  };
}

function decisionBody({ decision, open }: Pick<PerformedStep['decided'][number], 'decision' | 'open'>) {
  return {
    approval_action: decision.approved ? 'Approved' : 'Rejected',
    approval_date: formatZonedDateTime(decision.timeMs),
    approval_admin: decision.administrator,
    ...(open && decision.comment !== '' ? { approval_comment: decision.comment } : {}),
  };
}

/** A list that is empty is left out. */
function propertyList(properties: readonly ApprovalProperty[], valueOf: (property: ApprovalProperty) => string) {
  if (properties.length === 0) return {};
  return {
    property_list: properties.map((property) => ({
      label: property.label,
      value: valueOf(property),
      type: property.type,
      ...(property.choices.length === 0 ? {} : { possible_values: [...property.choices] }),
    })),
  };
}
