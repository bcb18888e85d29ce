import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { upload } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import { fileSize } from './file-size.ts'
import { type FileLimits, fileKinds } from './file-kinds.ts'
import { FileRow } from './file-row.tsx'
import css from './upload.css'
import { createUploadList, type UploadFile, type FileUpload } from './upload-list.ts'

addStyles(css)

export interface UploadProps<R> {
  readonly label: ReactNode
  readonly limits: FileLimits
  readonly send: UploadFile<R>
  readonly onChange?: (files: readonly FileUpload<R>[]) => void
  /** The reason why uploads are disabled. */
  readonly disabledBecause?: string | undefined
  /** Message for a failed upload. */
  readonly errorText?: (error: unknown) => ReactNode
}

const filesIn = (data: DataTransfer | null) => [...(data?.files ?? [])]
const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

function useUploadList<R>({ send, limits, onChange }: UploadProps<R>) {
  const latest = useRef({ send, limits, onChange })
  latest.current = { send, limits, onChange }
  const [list] = useState(() =>
    createUploadList<R>(
      (file, options) => latest.current.send(file, options),
      () => latest.current.limits,
    ),
  )
  useEffect(() => list.stop, [list])
  useEffect(() => list.subscribe(() => latest.current.onChange?.(list.files())), [list])
  return { list, files: useSyncExternalStore(list.subscribe, list.files) }
}

/** Uploads files that are dropped, pasted or chosen, and shows the progress of each. */
export function Upload<R>(props: UploadProps<R>) {
  const { label, limits, disabledBecause, errorText } = props
  const { list, files } = useUploadList(props)
  const { t, i18n } = useLingui()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const dropZone = useRef<HTMLDivElement>(null)
  const labelId = useId()
  const hintId = useId()
  const isOff = disabledBecause !== undefined
  const addFiles = (newFiles: readonly File[]) => !isOff && list.add(newFiles)
  const onDragOver = (event: DragEvent) => {
    if (isOff || !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    setOver(true)
  }
  const letGo = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    addFiles(filesIn(event.dataTransfer))
  }
  const paste = (event: ClipboardEvent) => {
    if (!hasFiles(event.clipboardData)) return
    event.preventDefault()
    addFiles(filesIn(event.clipboardData))
  }
  const names = limits.kinds.map((kind) => fileKinds[kind].label).join(', ')
  const size = fileSize(limits.maxBytes, i18n.locale)
  return (
    <div className="upload" onPaste={paste}>
      <span id={labelId} className="label">
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles drag and drop; the button inside works by keyboard */}
      <div
        ref={dropZone}
        className={isOver ? 'drop over' : 'drop'}
        aria-disabled={isOff}
        onDragEnter={onDragOver}
        onDragOver={onDragOver}
        onDragLeave={({ currentTarget, relatedTarget }) => currentTarget.contains(nodeOf(relatedTarget)) || setOver(false)}
        onDrop={letGo}
      >
        <Icon shape={upload} />
        <p>
          <Trans>Drop files here, paste them, or</Trans>
        </p>
        <Button disabledBecause={disabledBecause} onPress={() => input.current?.click()}>
          <Trans>Choose files</Trans>
        </Button>
        <small id={hintId}>
          {disabledBecause ?? (
            <Trans>
              {names}, up to {size} each
            </Trans>
          )}
        </small>
        <input
          ref={input}
          type="file"
          hidden
          multiple={limits.maxFiles > 1}
          accept={limits.kinds.flatMap((kind) => fileKinds[kind].extensions.map((extension) => `.${extension}`)).join()}
          aria-label={t`Choose files`}
          onChange={({ target }) => {
            addFiles([...(target.files ?? [])])
            // Lets the user choose the same file again.
            target.value = ''
          }}
        />
      </div>
      {files.length > 0 && (
        <ul aria-labelledby={labelId}>
          {files.map((item) => (
            <FileRow
              key={item.id}
              {...{ one: item, list, errorText }}
              onRemove={() => dropZone.current?.querySelector('button')?.focus()}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const nodeOf = (target: EventTarget | null) => (target instanceof Node ? target : null)
