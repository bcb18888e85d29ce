import { array, boolean, type Infer, object, record, string } from 'superstruct'
import { Id } from '../ids.ts'

/** An activity with the permissions that it grants or denies. */
export const Activity = object({ name: string(), permissions: record(string(), boolean()) })
export type Activity = Infer<typeof Activity>
/** The activities of a user at one client, group or advertiser. */
export const ScopedActivities = object({ id: Id, activities: array(Activity) })
export type ScopedActivities = Infer<typeof ScopedActivities>
