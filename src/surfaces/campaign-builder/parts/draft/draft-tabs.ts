/** What tabs on one draft tell each other. */
interface Told {
  readonly kind: 'here' | 'saved'
  readonly tab: string
}

export interface DraftTabs {
  /** Says that this tab has written. */
  saved(): void
  stop(): void
}

interface Hearing {
  /** Another tab has the same draft open. */
  readonly onTab: () => void
  /** Another tab has written. */
  readonly onSaved: () => void
}

const isTold = (data: unknown): data is Told => typeof data === 'object' && data !== null && 'kind' in data && 'tab' in data

/** Tabs of one browser on the same draft learn of each other. */
export function openTabs(uuid: string, tab: string, { onTab, onSaved }: Hearing): DraftTabs {
  const channel = new BroadcastChannel(`placard-draft ${uuid}`)
  let isKnown = false
  const tell = (kind: Told['kind']) => channel.postMessage({ kind, tab } satisfies Told)
  channel.onmessage = ({ data }) => {
    if (!isTold(data) || data.tab === tab) return
    // Whoever was here first answers once, so that both know.
    if (!isKnown) tell('here')
    isKnown = true
    onTab()
    if (data.kind === 'saved') onSaved()
  }
  tell('here')
  return {
    saved: () => tell('saved'),
    stop: () => {
      channel.onmessage = null
      channel.close()
    },
  }
}
