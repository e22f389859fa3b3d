import { allExamples } from "../all.js";
import { serve } from "../serve.js";
import { plantedFault } from "./planted-fault.js";

serve("start/faulty-server", "The example server with a planted mistake, for --planted-fault.", [
  ...allExamples,
  plantedFault,
]);
