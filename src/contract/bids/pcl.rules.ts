/** Levels of spend among peers, lowest first. PCL: player, competitor or leader. */
export const pclLevels = ['player', 'competitor', 'leader'] as const
export type PclLevel = (typeof pclLevels)[number]

/** With fewer peers that have spend there is no level: it would be a guess, and would reveal the spend of others. */
export const minPclPeers = 5
/** Spend is compared over this number of days. */
export const pclDays = 30

/**
 * A player spends less than the median of its peers, a leader at least as much as the lowest of the top tenth, a competitor between the two.
 * Peers without spend are ignored.
 */
export function spendLevel(spend: number, peers: readonly number[]): PclLevel | null {
  const spends = peers.filter((one) => one > 0).toSorted((one, other) => one - other)
  const count = spends.length
  if (count < minPclPeers) return null
  const median = spends[Math.floor(count / 2)] ?? 0
  const leaderMinimum = spends[count - Math.ceil(count / 10)] ?? 0
  if (spend >= leaderMinimum) return 'leader'
  return spend < median ? 'player' : 'competitor'
}

/** The number of peers at each level. */
export const countByLevel = (levels: readonly (PclLevel | null)[]): Record<PclLevel, number> => {
  const count = (level: PclLevel) => levels.filter((levelOfPeer) => levelOfPeer === level).length
  return { player: count('player'), competitor: count('competitor'), leader: count('leader') }
}
