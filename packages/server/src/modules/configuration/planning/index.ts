/** Planned changes of documents: their results and writes. */
export { type DocumentChange, type NewDocument, refusedOr, type Target } from './change-draft.ts';
export {
  type DocumentPlan,
  DocumentPlanner,
  type DocumentUsers,
  type EachPlan,
  isPlanned,
  type PlannedWrites,
  unitWrites,
} from './document-planner.ts';
export { newPublicId } from './public-id.ts';
