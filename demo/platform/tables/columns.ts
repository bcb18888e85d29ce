import type { ColumnType, Generated } from 'kysely'

/** A column that the database fills. */
export type GeneratedColumn<T> = Generated<T>
/** Written as a Date or as text, read as a Date. */
export type At = ColumnType<Date, Date | string, Date | string>
export type GeneratedAt = ColumnType<Date, Date | string | undefined, Date | string>
/** Text with a fixed set of values; any text can be written. */
export type Word<T extends string> = ColumnType<T, string, string>
/** A day as text. */
export type Day = ColumnType<string, string, string>
/** Micros; exact as a number up to nine billion units. */
export type Micros = ColumnType<number, number | bigint, number | bigint>
export type GeneratedMicros = ColumnType<number, number | bigint | undefined, number | bigint>
/** Micros that may be missing. */
export type MaybeMicros = ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
/** JSON: written as text, read as its value. */
export type Json<T> = ColumnType<T, string, string>
export type MaybeJson<T> = ColumnType<T | null, string | null, string | null>
