import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { alert, check, reload } from '../icon/icons.ts'
import { cross, page } from '../icon/control-icons.ts'
import { fileKinds, type FileRejection } from './file-kinds.ts'
import { fileSize } from './file-size.ts'
import type { FileUpload, UploadList } from './upload-list.ts'

/** The reason why a file is rejected, and what to do. */
function Refusal({ refusal }: { refusal: FileRejection }) {
  const { i18n } = useLingui()
  switch (refusal.code) {
    case 'kind': {
      const names = refusal.kinds.map((kind) => fileKinds[kind].label).join(', ')
      return <Trans>This file type is not supported. Use {names}.</Trans>
    }
    case 'size': {
      const max = fileSize(refusal.maxBytes, i18n.locale)
      return <Trans>The file is too large. The limit is {max}.</Trans>
    }
    case 'content': {
      const name = fileKinds[refusal.kind].label
      return <Trans>The file name says {name}, but the content is a different type.</Trans>
    }
    case 'count': {
      const max = refusal.maxFiles
      return (
        <Plural
          value={max}
          one="Only # file allowed. Remove the current one to replace it."
          other="Only # files allowed. Remove one to add another."
        />
      )
    }
    case 'empty':
      return <Trans>The file is empty.</Trans>
    case 'same':
      return <Trans>This file is already in the list</Trans>
    case 'unreadable':
      return <Trans>Couldn’t read the file. Folders can’t be uploaded; if the file was moved, choose it again.</Trans>
  }
}

const shares: Readonly<Record<FileUpload['state'], boolean>> = {
  checking: true,
  waiting: true,
  sending: true,
  sent: false,
  refused: false,
  failed: false,
  cancelled: false,
}

interface FileRowProps<R> {
  readonly one: FileUpload<R>
  readonly list: UploadList<R>
  readonly errorText: ((error: unknown) => ReactNode) | undefined
  /** Called before the row is removed, to move the focus. */
  readonly onRemove: () => void
}

/** One file: progress, result and actions. */
export function FileRow<R>({ one, list, errorText, onRemove }: FileRowProps<R>) {
  const { t, i18n } = useLingui()
  const last = useRef<HTMLButtonElement>(null)
  const { id, file, state, bytes, refusal, error } = one
  const { name } = file
  const isBad = state === 'refused' || state === 'failed'
  const size = fileSize(file.size, i18n.locale)
  const through = fileSize(bytes, i18n.locale)
  const share = file.size > 0 ? bytes / file.size : 0
  const notes: Readonly<Record<FileUpload['state'], ReactNode>> = {
    checking: <Trans>Checking</Trans>,
    waiting: <Trans>Queued</Trans>,
    sending: (
      <Trans>
        {through} of {size}
      </Trans>
    ),
    sent: size,
    refused: refusal && <Refusal refusal={refusal} />,
    failed: errorText?.(error) ?? <Trans>Upload failed. Check your connection and try again.</Trans>,
    cancelled: <Trans>Canceled</Trans>,
  }
  return (
    <li className={`file ${state}`}>
      <Icon shape={state === 'sent' ? check : isBad ? alert : page} />
      <div className="grow">
        <strong>{name}</strong>
        <small role={isBad ? 'alert' : undefined}>{notes[state]}</small>
        {state === 'sending' && (
          <div
            className="track"
            role="progressbar"
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(share * 100)}
          >
            <div className="fill" style={{ inlineSize: `${share * 100}%` }} />
          </div>
        )}
      </div>
      {(state === 'failed' || state === 'cancelled') && (
        <IconButton
          icon={reload}
          label={t`Retry ${name}`}
          onPress={() => {
            // This button disappears, so the focus moves to the one after it.
            last.current?.focus()
            list.retry(id)
          }}
        />
      )}
      <IconButton
        ref={last}
        icon={cross}
        label={shares[state] ? t`Cancel ${name}` : t`Remove ${name}`}
        onPress={() => {
          if (shares[state]) return list.cancel(id)
          onRemove()
          list.remove(id)
        }}
      />
    </li>
  )
}
