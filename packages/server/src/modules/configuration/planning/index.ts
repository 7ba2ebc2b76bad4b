/** Changes of documents as plans: what they come to, and the writes that make them so. */
export { type DocumentChange, type NewDocument, refusedOr, type Target } from './change-draft.ts';
export {
  type DocumentPlan,
  DocumentPlanner,
  type DocumentUsers,
  isPlanned,
  type PlannedWrites,
  unitWrites,
} from './document-planner.ts';
export { newPublicId } from './public-id.ts';
