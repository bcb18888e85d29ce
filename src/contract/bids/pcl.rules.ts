/** Where a spend stands among those of its peers, from the lowest on. */
export const pclStands = ['player', 'competitor', 'leader'] as const
export type PclStand = (typeof pclStands)[number]

/** Among fewer peers than this nobody is told where they stand: it would be a guess, and tell of the others. */
export const pclPeersLeast = 5
/** Over how many days spends are compared. */
export const pclDays = 30

/** A player spends less than the middle of its peers, a leader as much as the highest tenth, a competitor what lies between. */
export function pclOf(spend: number, peers: readonly number[]): PclStand | null {
  const spends = peers.filter((one) => one > 0).toSorted((one, other) => one - other)
  const count = spends.length
  if (count < pclPeersLeast) return null
  const [middle = 0, highest = 0] = [spends[Math.floor(count / 2)], spends[count - Math.ceil(count / 10)]]
  if (spend >= highest) return 'leader'
  return spend < middle ? 'player' : 'competitor'
}

/** How many stand where. */
export const pclSum = (stands: readonly (PclStand | null)[]): Record<PclStand, number> => {
  const count = (stand: PclStand) => stands.filter((one) => one === stand).length
  return { player: count('player'), competitor: count('competitor'), leader: count('leader') }
}
