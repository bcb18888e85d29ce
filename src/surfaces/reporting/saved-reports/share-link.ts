import type { Infer } from 'superstruct'
import type { MadeShare } from '../../../contract/saved-reports/shares.ts'
import type { Guest } from '../../../kit/host/guest.tsx'
import { linkTo } from '../../../parts/navigation/copy-link.tsx'

/** Where a link opens: on the host's own pages where it said where those are, else in the console of the platform. */
export function sharedAddress(guest: Pick<Guest, 'linkBase'>, { path }: Infer<typeof MadeShare>, apiBase: string, here: string): string {
  const inside = /\/(saved_reports\/.*)$/.exec(path)?.[1]
  if (guest.linkBase && inside) return linkTo(guest, inside, here)
  return new URL(path, new URL(apiBase, here)).href
}
