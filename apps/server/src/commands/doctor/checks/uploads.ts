import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { isBucketUrl, verifyContents } from '@handrail/core/internal'
import type { Config } from '../../../configuration/config.ts'
import { type Finding, fail, ok, reasonOf, warn } from './check.ts'

const GIBIBYTE = 2 ** 30

/** Uploads need a place of their own, whatever the database. Into a bucket, a small file is written, and removed again. */
export async function checkUploads(config: Config): Promise<Finding> {
  if (!isBucketUrl(config.files)) return checkFolderOfUploads(config)
  try {
    await verifyContents(config)
  } catch (error) {
    return fail(reasonOf(error))
  }
  return ok(`The bucket ${config.files} can be listed, read, written and deleted from`)
}

function checkFolderOfUploads({ files }: Config): Finding {
  if (!existsSync(files)) return ok(`The folder of uploads ${files} is created with the first upload`)
  try {
    if (!statSync(files).isDirectory()) return fail(`${files} cannot hold uploads: it is not a folder`)
    accessSync(files, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return fail(`The folder of uploads ${files} cannot be used: ${reasonOf(error)}`)
  }
  const { bavail, bsize } = statfsSync(files)
  const free = (bavail * bsize) / GIBIBYTE
  const says = `The folder of uploads ${files} can be used, with ${free.toFixed(1)} GiB free`
  return free < 1 ? warn(`${says}. Free up space soon`) : ok(says)
}
