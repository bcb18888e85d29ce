import { useJobs, JobTray } from '../../../parts/work/jobs.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import type { JobHandle } from '../../../ui/feedback/job-list.ts'
import { Exhibit } from '../exhibit.tsx'

const still = () => undefined
const turnMs = 100

/** Simulates a job that reports progress. */
async function countUp({ signal, report }: JobHandle, total: number) {
  for (let done = 0; done <= total; done += Math.ceil(total / 30)) {
    signal.throwIfAborted()
    report(done, total)
    await new Promise((resolve) => setTimeout(resolve, turnMs))
  }
  return { title: `${total} entities changed`, open: { label: 'View', onPress: still } }
}

/** Progress bars and background jobs. */
export function ProgressExhibits() {
  const { start } = useJobs()
  const fail = async (steps: JobHandle) => {
    await countUp(steps, 5)
    throw new Error('The sample is made to fail')
  }
  return (
    <>
      <Exhibit name="Progress">
        <Progress label="Changing bids" done={1204} total={5000} onCancel={still} />
        <Progress label="Loading the file" onCancel={still} />
        <Progress label="Checking a long list of entities with an unknown total" done={318} onCancel={still} />
        <Progress label="Changed" done={5000} total={5000} state="done" />
        <Progress label="Stopped by an error" done={1204} total={5000} state="failed" />
        <Progress label="Cancelled by you" done={1204} total={5000} state="cancelled" />
      </Exhibit>
      <Exhibit name="Long task">
        <div className="row">
          <Button onPress={() => start({ name: 'Change 3,000 bids', total: 3000, run: (steps) => countUp(steps, 3000) })}>
            Change bids
          </Button>
          <Button onPress={() => start({ name: 'Load the ledger', run: fail })}>Start a failing task</Button>
          <JobTray />
        </div>
      </Exhibit>
    </>
  )
}
