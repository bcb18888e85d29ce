import { array, boolean, type Infer, integer, max, min, nullable, object, optional, pattern, size, string } from 'superstruct'
import { get, put } from '../endpoint.ts'
import { Text } from '../ids.ts'

/** What a setting may be called, such as `table.campaigns`. */
export const SettingName = pattern(string(), /^[a-z][a-z0-9-]{0,31}(\.[a-z][a-z0-9-]{0,31}){0,2}$/)

/** No table has more columns than this. */
export const columnsMost = 200
/** How narrow and how wide a column may be, in pixels. */
export const columnWidths = { least: 56, most: 800 } as const

/** One column of a table as somebody wants it; without a width it has its own. */
export const ColumnSetting = object({
  key: Text(1, 64),
  is_shown: boolean(),
  width: optional(max(min(integer(), columnWidths.least), columnWidths.most)),
})
export type ColumnSetting = Infer<typeof ColumnSetting>

/** Nobody keeps more views of one list than this. */
export const viewsMost = 50
/** A list as somebody wants to see it again: its conditions, order, columns and days, as its address says them. */
export const SavedView = object({ name: Text(1, 60), query: Text(0, 2000) })
export type SavedView = Infer<typeof SavedView>

/** The columns of a table in somebody's own order, or the views that they have given a name. */
export const TableSettings = object({
  columns: size(array(ColumnSetting), 0, columnsMost),
  views: optional(size(array(SavedView), 0, viewsMost)),
})
export type TableSettings = Infer<typeof TableSettings>

const UserSetting = object({ name: SettingName, value: nullable(TableSettings) })

/** What somebody has set up for themself; nobody else reads or writes it. */
export const userSettings = {
  one: get('v1/users/:userId/settings/:name', { own: true, result: UserSetting }),
  /** Whoever says what was seen is refused where it has become something else since. */
  change: put('v1/users/:userId/settings/:name', {
    own: true,
    body: object({ value: TableSettings, seen: optional(nullable(TableSettings)) }),
    result: UserSetting,
  }),
}
