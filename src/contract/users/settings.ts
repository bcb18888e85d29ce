import { array, boolean, type Infer, integer, max, min, nullable, object, optional, pattern, size, string } from 'superstruct'
import { get, put } from '../endpoint.ts'
import { Text } from '../ids.ts'

/** Name of a setting, for example `table.campaigns`. */
export const SettingName = pattern(string(), /^[a-z][a-z0-9-]{0,31}(\.[a-z][a-z0-9-]{0,31}){0,2}$/)

/** Maximum number of columns of a table. */
export const maxTableColumns = 200
/** Limits of a column's width, in pixels. */
export const columnWidths = { min: 56, max: 800 } as const

/** A user's setting for one column; without a width, the column's default applies. */
export const ColumnSetting = object({
  key: Text(1, 64),
  is_shown: boolean(),
  width: optional(max(min(integer(), columnWidths.min), columnWidths.max)),
})
export type ColumnSetting = Infer<typeof ColumnSetting>

/** Maximum number of saved views of one list per user. */
export const maxSavedViews = 50
/** A saved view of a list: its filters, order, columns and dates, as they are in its URL. */
export const SavedView = object({ name: Text(1, 60), query: Text(0, 2000) })
export type SavedView = Infer<typeof SavedView>

/** A user's column settings and saved views of a table. */
export const TableSettings = object({
  columns: size(array(ColumnSetting), 0, maxTableColumns),
  views: optional(size(array(SavedView), 0, maxSavedViews)),
})
export type TableSettings = Infer<typeof TableSettings>

const UserSetting = object({ name: SettingName, value: nullable(TableSettings) })

/** Settings of a user, readable and writable by that user only. */
export const userSettings = {
  one: get('v1/users/:userId/settings/:name', { ownOnly: true, result: UserSetting }),
  /** If `seen` is given and the stored value differs from it, the change is refused. */
  change: put('v1/users/:userId/settings/:name', {
    ownOnly: true,
    body: object({ value: TableSettings, seen: optional(nullable(TableSettings)) }),
    result: UserSetting,
  }),
}
