import { isBucketUrl, parseBucketUrl } from '@handrail/core/internal'
import { z } from 'zod'
import { INTERVAL, KEEP } from './interval.ts'
import { given } from './setting.ts'

/** The settings of backups, and of upgrades, which make one first. */
export const BackupSettings = {
  backupTo: z
    .string()
    .superRefine((place, context) => {
      const address = isBucketUrl(place) && parseBucketUrl(place)
      if (address && 'fault' in address) context.addIssue({ code: 'custom', message: address.fault })
    })
    .optional()
    .describe(
      'Folder, or bucket as in `FILES_URL`, to which the service makes backups regularly, and before migrations. Without it, the database is copied to `backups` in the data folder before migrations',
    )
    .register(given, { flag: '--backup-to <place>', environment: 'HANDRAIL_BACKUP_TO', default: 'none' }),
  backupEvery: z
    .string()
    .regex(INTERVAL, 'must be a number of minutes, hours or days, such as 24h')
    .default('24h')
    .describe('Time between backups, in minutes, hours or days; one that was missed is made at the start')
    .register(given, { flag: '--backup-every <time>', environment: 'HANDRAIL_BACKUP_EVERY' }),
  backupKeep: z
    .string()
    .regex(KEEP, 'must be a whole number from 1 on, such as 14')
    .transform(Number)
    .default(14)
    .describe('Backups that are kept in `HANDRAIL_BACKUP_TO`')
    .register(given, { flag: '--backup-keep <number>', environment: 'HANDRAIL_BACKUP_KEEP' }),
  backupKey: z
    .enum(['beside', 'apart'], { error: 'must be beside or apart' })
    .default('beside')
    .describe(
      'Whether a backup of SQLite has the key file `beside` it, or keeps it `apart`: then copy it elsewhere yourself, and name it with `--key` to restore',
    )
    .register(given, { flag: '--backup-key <where>', environment: 'HANDRAIL_BACKUP_KEY' }),
  backupPassphrase: z
    .string()
    .min(12, 'must have at least 12 characters')
    .optional()
    .describe('Passphrase that encrypts the key file in a backup of SQLite; a restore asks for it')
    .register(given, { environment: 'HANDRAIL_BACKUP_PASSPHRASE', default: 'the key file is not encrypted' }),
  upgradeWithoutBackup: z
    .preprocess(String, z.stringbool({ error: 'must be true or false' }))
    .default(false)
    .describe('Apply migrations without a backup before them, for example where you have made one yourself')
    .register(given, { flag: '--upgrade-without-backup', environment: 'HANDRAIL_UPGRADE_WITHOUT_BACKUP' }),
  pgBin: z
    .string()
    .min(1, 'must name a folder')
    .optional()
    .describe('Folder of `pg_dump`, `pg_restore` and `psql`, with which PostgreSQL is backed up and restored')
    .register(given, { flag: '--pg-bin <folder>', environment: 'HANDRAIL_PG_BIN', default: 'the search path' }),
}
