// `midcall doctor` with other times: doctor.fixture.mjs TIMES [PORT] [JSON-FILE] [MODULE-FILE]
import { runDoctorHost } from "../../../dist/doctor/host/run-doctor-host.js";

const [times, port, json, write] = process.argv.slice(2);
const controller = new AbortController();
process.once("SIGTERM", () => controller.abort());
process.exitCode = await runDoctorHost({
  times: JSON.parse(times),
  httpPort: port === undefined || port === "-" ? undefined : Number(port),
  json,
  write,
  signal: controller.signal,
});
