import { compiled } from '../../../demo/platform/compile.mjs'

/** The programs that tests run in processes of their own. */
const sources = [
  'demo/main.ts',
  'tests/support/platform/host.ts',
  'tests/support/database/folder-holder.ts',
  'tests/support/database/killable-writer.ts',
  'tests/support/delivery/killable-delivery.ts',
  'tests/support/money/killable-month.ts',
] as const

type Program = (typeof sources)[number]
type InSupport<P> = P extends `tests/support/${infer File}` ? File : never
/** A program of tests/support, by its path in that folder. */
export type SupportProgram = InSupport<Program>

let programs: Promise<string[]> | undefined

/** The arguments with which Node runs a program. A test process compiles all of them once. */
export async function programArguments(source: Program): Promise<string[]> {
  programs ??= compiled(...sources)
  return ['--enable-source-maps', (await programs)[sources.indexOf(source)] ?? source]
}
