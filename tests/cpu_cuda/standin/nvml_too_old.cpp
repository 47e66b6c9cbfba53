// A driver's library from before what telemetry needs: it loads and has almost nothing.
extern "C" {

int nvmlInit() { return 0; }
int nvmlShutdown() { return 0; }

}  // extern "C"
