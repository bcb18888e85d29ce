/** Levels of spend among peers, from the lowest on. */
export const pclLevels = ['player', 'competitor', 'leader'] as const
export type PclLevel = (typeof pclLevels)[number]

/** With fewer peers than this there is no level: it would be a guess, and would reveal the others' spend. */
export const minPclPeers = 5
/** The number of days over which spends are compared. */
export const pclDays = 30

/** A player spends less than the median of its peers, a leader as much as the top tenth, a competitor an amount in between. */
export function pclOf(spend: number, peers: readonly number[]): PclLevel | null {
  const spends = peers.filter((one) => one > 0).toSorted((one, other) => one - other)
  const count = spends.length
  if (count < minPclPeers) return null
  const [middle = 0, highest = 0] = [spends[Math.floor(count / 2)], spends[count - Math.ceil(count / 10)]]
  if (spend >= highest) return 'leader'
  return spend < middle ? 'player' : 'competitor'
}

/** The number of peers at each level. */
export const pclSum = (stands: readonly (PclLevel | null)[]): Record<PclLevel, number> => {
  const count = (stand: PclLevel) => stands.filter((one) => one === stand).length
  return { player: count('player'), competitor: count('competitor'), leader: count('leader') }
}
