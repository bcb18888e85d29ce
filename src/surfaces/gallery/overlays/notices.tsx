import { useRef, useState } from 'react'
import type { Notice } from '../../../contract/session/notices.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { CopyLink } from '../../../parts/navigation/copy-link.tsx'
import { type UndoResult, useUndo } from '../../../kit/undo.ts'
import { Button } from '../../../ui/button.tsx'
import { Exhibit } from '../exhibit.tsx'

const samples: Readonly<Record<string, Notice>> = {
  Success: { kind: 'success', title: '3 campaigns paused', text: 'They stop within five minutes.' },
  Error: { kind: 'error', title: 'Budget not saved', text: 'The budget is below today’s spend of $212.40.' },
  Warning: { kind: 'warning', title: 'Signing Out', text: 'Your session ends in two minutes.' },
  Info: { kind: 'info', title: 'A new version is available', text: 'Reload the page to use it.' },
}

/** Notices and undo. */
export function NoticeExhibits() {
  const { notify } = useElementContext()
  const offer = useUndo()
  const [paused, setPaused] = useState(0)
  const changed = useRef(false)
  const pause = (isChanged: boolean) => {
    setPaused((count) => count + 1)
    changed.current = isChanged
    offer({
      title: 'Campaign paused',
      undo: async ({ isForced }): Promise<UndoResult> => {
        if (changed.current && !isForced) return 'changed'
        setPaused((count) => count - 1)
        return 'undone'
      },
    })
  }
  return (
    <Exhibit name="Notifications and undo">
      <div className="row">
        {Object.entries(samples).map(([name, notice]) => (
          <Button key={name} onPress={() => notify(notice)}>
            {name}
          </Button>
        ))}
        <Button onPress={() => Object.values(samples).map((notice) => notify({ ...notice, durationMs: 60_000 }))}>
          Show all for one minute
        </Button>
        <CopyLink />
      </div>
      <div className="row">
        <Button onPress={() => pause(false)}>Pause a campaign</Button>
        <Button onPress={() => pause(true)}>Pause a campaign that changes meanwhile</Button>
        <output>Paused: {paused}</output>
      </div>
    </Exhibit>
  )
}
