import { newKey } from './new-key';
import { scan } from './scan';
import { verify } from './verify';

/** A subcommand: what it does with its arguments, and the exit code. Throws where they are wrong. */
interface Command {
  usage: string;
  run: (args: string[], print: (line: string) => void) => Promise<number>;
}

const COMMANDS: Record<string, Command> = {
  scan: {
    run: scan,
    usage: `consent scan [<address of a site>] [--pages auto|sitemap|crawl|one] [--max-pages <n>]
             [--list <file>] [--place <DE or US-CA>]... [--host-map <host=address:port>]...
             [--cookie <name=value>]... [--header <name: value>]... [--declared <file.json>]
             [--controller <name>] [--selector-banner <css>] [--selector-accept <css>]
             [--selector-refuse <css>] [--selector-customize <css>] [--selector-manage <css>]
             [--selector-withdraw <css>]
             [--format terminal|json|html|sarif|junit] [--out <file>]...
             [--baseline <report.json>] [--fail-on serious|moderate|minor|info|never]
             [--send <address of the CMS>] [--send-path <path>]
             [--timeout <seconds>] [--stay <seconds>] [--parallel <n>]
             [--browser <path>] [--schema]
    Visits a site in a real browser under every decision and says what was at work when it
    should not have been. Needs playwright-core and a Chromium. A file is written as its ending
    says: .html, .json, .sarif, .xml (JUnit) or .txt. --schema prints the JSON Schema of the JSON.
    Without an address it takes the one in CONSENT_SCAN_URL in the environment, where it may have
    a user name and a password.
    --send hands the report to the CMS, by the API token in CONSENT_SCAN_TOKEN in the environment.
    Exit code: 0 nothing new is as severe as --fail-on, 1 something is, 2 it could not be scanned,
    or the report could not be sent.`,
  },
  verify: {
    run: verify,
    usage: `consent verify <bundle.zip | folder | address of a log> [--key <key or file>]...
               [--since <day or file>]... [--log <folder or address>] [--tsa <file>]...
               [--token <token of the log>]
    Checks that evidence is what was sealed. A bundle needs no network. Without --key it cannot be
    known whose evidence it is. --since holds a log against its state on a day (2026-11-23), or
    against a checkpoint in a file; --log holds a bundle against the log as it is now; --tsa is
    the certificate (PEM) by which a time stamp of the state is to be trusted; --token, or
    CONSENT_LOG_TOKEN in the environment, opens a log that is not public.
    Exit code: 0 all is as it was sealed, 1 something is not, 2 something could not be checked.`,
  },
  'new-key': {
    run: newKey,
    usage: `consent new-key <origin>
    Makes a key for a log. The origin is its address without https://.`,
  },
};

const USAGE = Object.values(COMMANDS)
  .map(({ usage }) => usage)
  .join('\n\n');

const asksForHelp = (argument: string): boolean => argument === '--help' || argument === '-h';

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = COMMANDS[name];
  if (asksForHelp(name) || (command && args.some(asksForHelp))) {
    console.log(command?.usage ?? USAGE);
    return 0;
  }
  if (!command) {
    console.error(USAGE);
    return 2;
  }
  return command.run(args, console.log);
}

/** Milliseconds in which what was printed is out; then nothing that still hangs, such as a browser, keeps the program. */
const LAST_WORDS = 10_000;

run(process.argv.slice(2))
  .catch((error: Error) => {
    console.error(`consent: ${error.message}`);
    return 2;
  })
  .then((code) => {
    process.exitCode = code;
    setTimeout(() => process.exit(), LAST_WORDS).unref();
  });
